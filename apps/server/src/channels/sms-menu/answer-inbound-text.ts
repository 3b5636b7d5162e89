import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { Clock } from '@portal/kernel/clock';
import { listPeopleOfPhone, nigerianMobile } from '../../identity/index.ts';
import { changeConsents, cutGsm, findLanguage } from '../../messaging/index.ts';
import type { Network, NetworkSnapshot } from '../../network/index.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { createMenuServices, type MenuDependencies } from '../menu/create-menu-services.ts';
import { balanceText, createSay, labelOf, lineText, localNumber, type Say } from '../menu/menu-screens.ts';
import type { CallerAccount, MenuServices } from '../menu/menu-services.port.ts';
import { payByDigits } from '../menu/pay-by-digits.ts';
import {
  countAnswers,
  type InboundTextRow,
  listWaitingTexts,
  lockSender,
  lockWaitingText,
  markHandled,
} from './inbound-text.repository.ts';
import { type ReadText, readKeyword } from './keywords.policy.ts';

export type SmsMenuDependencies = MenuDependencies & {
  readonly database: Database;
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly takeSnapshot: Network['takeSnapshot'];
  readonly count: (text: Pick<InboundTextRow, 'provider' | 'keyword' | 'outcome'>) => void;
};

const PROGRAM = 'SMS';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Answers to one number in a day: each costs, and two machines would answer each other for ever. */
const ANSWERS_A_DAY = 20;
/** More than share a telephone. */
const MOST_PEOPLE = 100;
const ANSWER_USEFUL_SECONDS = 3600;
/** One part of the GSM alphabet. */
const LONGEST_ANSWER = 160;
const BATCH = 100;

type Answering = {
  readonly deps: SmsMenuDependencies;
  readonly tx: Transaction;
  readonly phone: string;
  readonly say: Say;
  readonly services: MenuServices;
  readonly now: Date;
};

async function sayBalances({ say, services }: Answering, own: readonly CallerAccount[]): Promise<string> {
  const parts: string[] = [];
  for (const { accountId, number, seesBills } of own) {
    const text = seesBills ? balanceText(say, await services.readBalance(accountId)) : say('ownersOnly');
    parts.push(own.length === 1 ? text : `${number}: ${text}`);
  }
  return parts.join('\n');
}

async function sayLines({ say, services }: Answering, own: readonly CallerAccount[]): Promise<string> {
  const lines: { readonly label: string; readonly text: string }[] = [];
  for (const { accountId } of own) {
    for (const { lineId, label } of await services.listLines(accountId)) {
      lines.push({ label: labelOf(label), text: lineText(say, await services.readLine(lineId)) });
    }
  }
  const [only] = lines;
  if (!only) return say('noPlan');
  return lines.length === 1 ? only.text : lines.map(({ label, text }) => `${label}: ${text}`).join('\n');
}

/** Ends or begins offers by text for everybody whose number it is. */
async function setOffers({ tx, phone, now, say }: Answering, given: boolean): Promise<string> {
  for (const userId of await listPeopleOfPhone(tx, phone, MOST_PEOPLE)) {
    const change = { 'marketing-sms': given };
    await changeConsents(tx, { userId, change, source: 'text-message', actorId: null, now });
  }
  return say(given ? 'smsStarted' : 'smsStopped');
}

async function answerOf(answering: Answering, { keyword, digits }: ReadText): Promise<string> {
  const { say, services } = answering;
  if (keyword === 'stop' || keyword === 'start') return setOffers(answering, keyword === 'start');
  if (keyword === 'help') return helpText(answering);
  const own = await services.listOwnAccounts();
  if (keyword === 'pay') return payByDigits(answering, own, digits);
  const [first] = own;
  if (!first) return say('smsUnknownNumber');
  switch (keyword) {
    case 'balance':
      return sayBalances(answering, own);
    case 'fault':
      return `${cutGsm(await sayLines(answering, own), LONGEST_ANSWER - say('smsCallOffer').length - 1)} ${say('smsCallOffer')}`;
    case 'call': {
      const values = { phone: localNumber(answering.phone) };
      return (await services.requestCall(first)) === 'noted' ? say('callNoted', values) : say('callWaiting', values);
    }
  }
}

const helpText = ({ say, services }: Pick<Answering, 'say' | 'services'>) =>
  say(services.redeemVoucher ? 'smsHelp' : 'smsHelpWithoutVouchers');

async function languageOf(tx: Transaction, phone: string, read: ReadText | null): Promise<LanguageCode> {
  const [person] = await listPeopleOfPhone(tx, phone, 1);
  return person === undefined ? (read?.language ?? 'en') : findLanguage(tx, person);
}

type Handled = Pick<InboundTextRow, 'keyword' | 'outcome'>;

async function handle(
  deps: SmsMenuDependencies,
  tx: Transaction,
  row: InboundTextRow,
  network: NetworkSnapshot,
): Promise<Handled> {
  const now = deps.clock();
  const phone = nigerianMobile(row.sender);
  const read = readKeyword(deps.encryption.decrypt(row.body));
  const keyword = read?.keyword ?? 'unknown';
  // Short codes and names are machines.
  if (phone === null) return { keyword, outcome: 'silent' };
  await lockSender(tx, row.sender);
  const before = await countAnswers(tx, row.sender, {
    all: new Date(now.getTime() - DAY_MS),
    unknown: new Date(now.getTime() - HOUR_MS),
  });
  if (read === null && before.unknown > 0) return { keyword, outcome: 'silent' };
  const isLimited = before.all >= ANSWERS_A_DAY;
  // Whoever wants no offers is heard in any case.
  if (isLimited && keyword !== 'stop') return { keyword, outcome: 'limited' };
  const language = await languageOf(tx, phone, read);
  const requestId = `sms:${row.id}`;
  const request = { tx, network, phone, language, requestId, now, via: 'sms' as const, program: PROGRAM };
  const answering: Answering = {
    deps,
    tx,
    phone,
    say: createSay(language, deps.facts()),
    services: createMenuServices(deps, request),
    now,
  };
  const text = read ? await answerOf(answering, read) : helpText(answering);
  if (isLimited) return { keyword, outcome: 'limited' };
  const message = { key: `channel-answer:${row.id}`, userId: null, recipient: phone };
  await deps.queueText(tx, {
    ...message,
    text: cutGsm(text, LONGEST_ANSWER),
    usefulSeconds: ANSWER_USEFUL_SECONDS,
  });
  afterCommit(tx, deps.wakeTexts);
  return { keyword, outcome: 'answered' };
}

/**
 * Answers a stored text, once: what it does, the answer in the outbox and that it is answered are one
 * transaction. False where somebody else has done it, or is about to.
 */
export async function answerInboundText(deps: SmsMenuDependencies, id: number): Promise<boolean> {
  const network = await deps.takeSnapshot();
  const handled = await runTransaction(deps.database, async (tx) => {
    const row = await lockWaitingText(tx, id);
    if (!row) return null;
    const done = await handle(deps, tx, row, network);
    await markHandled(tx, id, { ...done, handledAt: deps.clock() });
    return { provider: row.provider, ...done };
  });
  if (handled) deps.count(handled);
  return handled !== null;
}

/**
 * Answers what was stored and not answered, for example since the portal ended in between. One that cannot be
 * answered keeps no other waiting. Throws the first fault, after all were tried.
 */
export async function answerWaitingTexts(deps: SmsMenuDependencies, signal?: AbortSignal): Promise<void> {
  const faults: unknown[] = [];
  let after = 0;
  for (;;) {
    const ids = await listWaitingTexts(deps.database, { after, limit: BATCH });
    for (const id of ids) {
      if (signal?.aborted) return;
      await answerInboundText(deps, id).catch((error: unknown) => void faults.push(error));
      after = id;
    }
    if (ids.length < BATCH) break;
  }
  if (faults.length > 0) throw faults[0];
}
