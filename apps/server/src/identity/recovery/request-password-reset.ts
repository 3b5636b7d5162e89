import type { Database } from '../../platform/database/connection.ts';
import { emailKey } from '../accounts/account.policy.ts';
import { findAccountByEmailKey } from '../accounts/account.repository.ts';
import { resetLetter } from '../accounts/account-mail.ts';
import type { AccountLinks } from './create-account-links.ts';

/** Thrown to undo the mail to an address that opens no account. */
class NobodyThere extends Error {}

/**
 * Mails a link that sets a new password, at most one in 60 s and five in a day. An address without an account, or with a disabled one, gets the
 * same silence, and the same work is done for it and undone, so that neither the answer nor its time tells who is a customer.
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
        if (account === null || account.disabled) throw new NobodyThere();
      });
    } catch (error) {
      if (!(error instanceof NobodyThere)) throw error;
    }
  });
}
