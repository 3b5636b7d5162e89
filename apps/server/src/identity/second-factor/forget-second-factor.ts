import type { Transaction } from '../../platform/database/connection.ts';
import { deletePasskeys, setPasskeyOnly } from '../passkeys/passkey.repository.ts';
import { deleteSecondFactor } from './second-factor.repository.ts';

/**
 * Deletes all that somebody signs in with beside a password: app, recovery codes and passkeys. Whoever
 * had the account before, or has lost everything, starts anew.
 */
export async function forgetSecondFactor(tx: Transaction, userId: number): Promise<void> {
  await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await setPasskeyOnly(tx, userId, false);
}
