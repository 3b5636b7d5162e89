import type { Database, Transaction } from '../../platform/database/connection.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { type AccountRow, findAccountByEmailKey } from '../accounts/account.repository.ts';
import { resetLetter } from '../accounts/account-mail.ts';
import { findSignedInAs } from '../sign-in/merged-account.repository.ts';
import type { AccountLinks } from './create-account-links.ts';

/** Thrown to roll back the mail to an address without an account. */
class UnknownAccount extends Error {}

/** Of an account that has become a part of another only the person of a verified mailbox goes on. */
async function mayReset(tx: Transaction, account: AccountRow): Promise<boolean> {
  if (!account.disabled) return true;
  return account.emailVerifiedAt !== null && (await findSignedInAs(tx, account)) !== null;
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
    try {
      await tx.transaction(async (step) => {
        await deps.links.send(step, 'password-reset', account ?? { id: 0, email }, resetLetter);
        if (account === null || !(await mayReset(tx, account))) throw new UnknownAccount();
      });
    } catch (error) {
      if (!(error instanceof UnknownAccount)) throw error;
    }
  });
}
