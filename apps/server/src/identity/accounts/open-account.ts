import type { Clock } from '@portal/kernel/clock';
import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey, referralCode } from './account.policy.ts';
import { type AccountRow, findAccountByEmailKey, insertAccount } from './account.repository.ts';

/** More attempts than random codes can collide in a row. */
const CODE_ATTEMPTS = 4;

/** Creates a customer's account, of concurrent ones for a mailbox one. Throws account.email-taken. */
export async function openAccount(
  tx: Transaction,
  deps: { readonly clock: Clock; readonly randomBytes: (size: number) => Buffer },
  person: Pick<AccountRow, 'email' | 'passwordHash' | 'firstName' | 'lastName'> & { readonly phone?: string | null },
): Promise<AccountRow> {
  const { email, passwordHash, firstName, lastName, phone = null } = person;
  const key = emailKey(email);
  const now = deps.clock();
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
    const account = await insertAccount(tx, {
      email,
      emailKey: key,
      passwordHash,
      firstName,
      lastName,
      phone,
      referralCode: referralCode(deps.randomBytes(8)),
      createdAt: now,
      updatedAt: now,
    });
    if (account) return account;
    if (await findAccountByEmailKey(tx, key)) throw new ApiError('account.email-taken');
  }
  throw new Error('no free referral code');
}
