import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { type AccountRow, findAccountByEmailKey } from '../accounts/account.repository.ts';
import { resetLetter, resetText, resetTextFor } from '../accounts/account-mail.ts';
import { addressOfCaller, takeTextedLink } from '../phone-verification/count-texted-link.ts';
import type { CodeLimits } from '../phone-verification/phone-verification.policy.ts';
import { requireNigerianMobile } from '../phone-verification/require-nigerian-mobile.ts';
import type { TextCodes } from '../phone-verification/text-codes.port.ts';
import { findSignedInAs, listAccountsByVerifiedPhone } from '../sign-in/merged-account.repository.ts';
import type { AccountLinks } from './create-account-links.ts';
import { textPasswordLink } from './text-password-link.ts';

/** Thrown to roll back the message to an address or number without an account. */
class UnknownAccount extends Error {}

/** Of an account that has become a part of another only the person of a verified mailbox goes on. */
async function mayReset(tx: Transaction, account: AccountRow): Promise<boolean> {
  if (!account.disabled) return true;
  return account.emailVerifiedAt !== null && (await findSignedInAs(tx, account)) !== null;
}

/** Does it, and undoes it where it throws UnknownAccount; null then. */
async function undoForUnknown<T>(tx: Transaction, act: (step: Transaction) => Promise<T>): Promise<T | null> {
  try {
    return await tx.transaction(act);
  } catch (error) {
    if (error instanceof UnknownAccount) return null;
    throw error;
  }
}

/**
 * Mails a link that sets a new password, at most one in 60 s and five in a day. For an address
 * without an account, or with a disabled one, the answer is the same, and the same work is done and
 * rolled back, so that neither answer nor timing reveals who is a customer.
 */
export async function requestPasswordReset(
  deps: { readonly database: Database; readonly links: AccountLinks },
  email: string,
): Promise<void> {
  const key = emailKey(email);
  await deps.database.transaction(async (tx) => {
    if (!(await deps.links.takeTurn(tx, 'password-reset', key))) return;
    const account = await findAccountByEmailKey(tx, key);
    await undoForUnknown(tx, async (step) => {
      await deps.links.send(step, 'password-reset', account ?? { id: 0, email }, resetLetter);
      if (account === null || !(await mayReset(tx, account))) throw new UnknownAccount();
    });
  });
}

export type RequestByTextDeps = {
  readonly database: Database;
  readonly links: AccountLinks;
  readonly textCodes: Pick<TextCodes, 'canReachPhones' | 'queueSms'>;
  readonly codeLimits: CodeLimits;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

/**
 * The same by a text to a verified number, within the limits of codes by SMS: the link is good for ten
 * minutes. Of several accounts with the number it is for the one that signs in with it, else for the one
 * that verified it last, and the text says which. Nobody waits for the text service, so that its state shows nowhere. Throws
 * ApiError phone.not-nigerian-mobile.
 */
export async function requestPasswordResetByText(
  deps: RequestByTextDeps,
  asked: { readonly phone: string; readonly address: string },
): Promise<void> {
  const phone = requireNigerianMobile(asked.phone, 'phone');
  if (!deps.textCodes.canReachPhones) return;
  const deliver = await deps.database.transaction(async (tx) => {
    if (!(await deps.links.takeTurn(tx, 'password-reset', phone))) return null;
    const [account = null, another] = await listAccountsByVerifiedPhone(tx, phone);
    const write = (link: string) => (account && another ? resetTextFor(account, link) : resetText(link));
    const spending = { phone, spender: addressOfCaller(asked.address), isKnown: account !== null };
    const mayText = await takeTextedLink(deps, tx, spending);
    return undoForUnknown(tx, async (step) => {
      const sent = await textPasswordLink(deps, step, { id: account?.id ?? 0, phone }, { write });
      if (!mayText || account === null) throw new UnknownAccount();
      return sent;
    });
  });
  deliver?.().catch((error: unknown) => deps.log.warn({ err: error }, 'a text was not sent at once; the job sends it'));
}
