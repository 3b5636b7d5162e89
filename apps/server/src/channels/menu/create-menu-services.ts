import type { LanguageCode } from '@portal/contract/messaging/notices';
import { toKobo } from '@portal/kernel/money';
import type { Billing } from '../../billing/index.ts';
import { listLines } from '../../billing/index.ts';
import {
  countLookup,
  findAccountByNumber,
  findReachedAccount,
  type Identity,
  listAccountsOfPhone,
  listPeopleOfPhone,
  proveByPin,
  type ReachedAccount,
} from '../../identity/index.ts';
import { countTexts, type Messaging, saveLanguage } from '../../messaging/index.ts';
import type { NetworkSnapshot } from '../../network/index.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { maskedName } from '../masked-name.policy.ts';
import type { RequestCallBack } from './call-back.port.ts';
import { MOST_CHOICES } from './menu.policy.ts';
import { amountOf, createSay, dayOf, type MenuFacts } from './menu-screens.ts';
import type { CallerAccount, LinkResult, MenuServices, VoucherResult } from './menu-services.port.ts';

export type Channel = { readonly via: 'ussd' | 'sms' | 'whatsapp'; readonly program: string };

/** Redeems a voucher for an account in the caller's transaction. */
export type RedeemVoucher = (
  tx: Transaction,
  order: {
    readonly pin: string;
    readonly accountId: number;
    readonly via: Channel['via'];
    /** Whose guesses are counted, E.164. */
    readonly phone: string;
    readonly now: Date;
  },
) => Promise<VoucherResult>;

export type MenuDependencies = {
  readonly hashKey: string;
  readonly facts: () => MenuFacts;
  readonly companyNames: Pick<Identity['companyNames'], 'get'>;
  readonly queueText: Messaging['queueText'];
  /** Has texts sent soon. */
  readonly wakeTexts: () => void;
  readonly readOwed: Billing['readOwed'];
  readonly createLinkWithin: Billing['createLinkWithin'];
  readonly requestCallBack: RequestCallBack;
  /** Null while the portal has no vouchers. */
  readonly redeemVoucher: RedeemVoucher | null;
};

/** Links that a number is sent in a day: each is a text that costs. */
const LINKS_A_DAY = 5;
const LINK_USEFUL_SECONDS = 3600;
const DAY_MS = 24 * 3_600_000;

/** One step of a caller. */
export type MenuRequest = Channel & {
  readonly tx: Transaction;
  readonly network: NetworkSnapshot;
  /** E.164. */
  readonly phone: string;
  readonly language: LanguageCode;
  /** The same for a repeat of this step, and for no other. */
  readonly requestId: string;
  readonly now: Date;
  /** Whose accounts are the caller's own; absent for everybody's who has verified the number. */
  readonly ownOf?: number | null;
  /** Present where links are shown on the screen; how many the number was shown since a moment. */
  readonly countShownLinks?: (since: Date) => Promise<number>;
};

async function nameAccounts(
  { companyNames }: Pick<MenuDependencies, 'companyNames'>,
  tx: Transaction,
  rows: readonly ReachedAccount[],
): Promise<CallerAccount[]> {
  const companies = rows.filter(({ kind }) => kind === 'company').map(({ accountId }) => accountId);
  const names = companies.length === 0 ? new Map<number, string>() : await companyNames.get()(tx, companies);
  return rows.map(({ accountId, number, contactName, personId, role }) => ({
    accountId,
    number,
    name: names.get(accountId) ?? contactName,
    personId,
    seesBills: role !== 'technical',
  }));
}

/**
 * Makes a link for what is due, or else for the next month, and texts it to the number that asks, where the
 * screen cannot show it.
 */
async function makeLink(deps: MenuDependencies, request: MenuRequest, account: CallerAccount): Promise<LinkResult> {
  const { tx, phone, now, requestId, program, language, countShownLinks } = request;
  const owed = await deps.readOwed(tx, account.accountId, now);
  const amountKobo = owed.dueKobo > 0 ? owed.dueKobo : toKobo((owed.next?.amountKobo ?? 0) - owed.creditKobo);
  if (amountKobo <= 0) return { kind: owed.hasPlan ? 'nothing-due' : 'no-plan' };
  const prefix = 'channel-link:';
  const since = new Date(now.getTime() - DAY_MS);
  const sent = countShownLinks
    ? await countShownLinks(since)
    : await countTexts(tx, { recipient: phone, prefix, since });
  if (sent >= LINKS_A_DAY) return { kind: 'impossible' };
  const say = createSay(language, deps.facts());
  const { accountId, personId } = account;
  let made: LinkResult = { kind: 'sent', amountKobo };
  try {
    await deps.createLinkWithin(tx, { accountId, personId, program, amountKobo, requestId }, async (_tx, link, url) => {
      if (countShownLinks) {
        made = { kind: 'shown', amountKobo, url, expiresAt: link.expiresAt };
        return;
      }
      const text = say('linkText', { amount: amountOf(amountKobo), day: dayOf(link.expiresAt), url });
      const message = { key: `${prefix}${requestId}`, userId: accountId, recipient: phone, text };
      await deps.queueText(tx, { ...message, usefulSeconds: LINK_USEFUL_SECONDS });
      afterCommit(tx, deps.wakeTexts);
    });
    return made;
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'impossible' };
    throw error;
  }
}

/** What the menu reads and does in one step, all of it in the transaction of the step. */
export function createMenuServices(deps: MenuDependencies, request: MenuRequest): MenuServices {
  const { tx, network, phone, now, via, program, requestId, ownOf } = request;
  const { hashKey, redeemVoucher } = deps;
  const isOwn = (personId: number) => ownOf === undefined || personId === ownOf;
  let own: Promise<readonly CallerAccount[]> | null = null;
  return {
    listOwnAccounts: () => {
      own ??= listAccountsOfPhone(tx, phone, MOST_CHOICES).then((rows) =>
        nameAccounts(
          deps,
          tx,
          rows.filter(({ personId }) => isOwn(personId)),
        ),
      );
      return own;
    },
    findAccount: async (of) => {
      const found = await findReachedAccount(tx, of);
      return found && ((await nameAccounts(deps, tx, [found]))[0] ?? null);
    },
    provePin: async (accountNumber, pin) => {
      const proof = await proveByPin(tx, { hashKey, accountNumber, pin, phone, now });
      if (proof.kind !== 'proven') return proof;
      const [account] = await nameAccounts(deps, tx, [proof.account]);
      return account ? { kind: 'proven', account } : { kind: 'wrong' };
    },
    findPayee: async (accountNumber) => {
      const { found, waitMinutes } = await countLookup(tx, { hashKey, phone, now }, () =>
        findAccountByNumber(tx, accountNumber),
      );
      if (waitMinutes !== null) return { kind: 'wait', minutes: waitMinutes };
      if (!found) return { kind: 'unknown' };
      const { accountId, number, firstName, lastName } = found;
      return { kind: 'found', accountId, number, maskedName: maskedName([firstName, lastName]) };
    },
    readBalance: (accountId) => deps.readOwed(tx, accountId, now),
    listLines: async (accountId) =>
      (await listLines(tx, accountId)).slice(0, MOST_CHOICES).map(({ id, label }) => ({ lineId: id, label })),
    readLine: (lineId) => network.readLineStatus(tx, lineId),
    listOutages: async (accountId) => {
      const lineIds = accountId === null ? null : (await listLines(tx, accountId)).map(({ id }) => id);
      return (await network.listOutages(tx, lineIds?.slice(0, MOST_CHOICES) ?? null)).slice(0, MOST_CHOICES);
    },
    redeemVoucher: redeemVoucher && ((order) => redeemVoucher(tx, { ...order, via, phone, now })),
    makeLink: (account) => makeLink(deps, request, account),
    requestCall: ({ accountId, personId }) =>
      deps.requestCallBack(tx, { accountId, personId, phone, program, requestId, now }),
    saveLanguage: async (language) => {
      const people = (await listPeopleOfPhone(tx, phone, MOST_CHOICES)).filter(isOwn);
      for (const id of people) await saveLanguage(tx, id, language, now);
    },
  };
}
