import type { Transaction } from '../../platform/database/connection.ts';
import { deletePasskeys, findPasskeyState, setPasskeyOnly } from '../passkeys/passkey.repository.ts';
import { deleteSecondFactor, findSecondFactor } from './second-factor.repository.ts';

/**
 * Deletes all that somebody signs in with beside a password: app, recovery codes and passkeys. Whoever
 * had the account before, or has lost everything, starts anew.
 */
export async function forgetSecondFactor(tx: Transaction, userId: number): Promise<void> {
  await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await setPasskeyOnly(tx, userId, false);
}

/**
 * Deletes the passkeys that were added, and the app that was set up, at a moment or later; with no
 * passkey left, the password opens the console again.
 */
export async function forgetSecondFactorSince(tx: Transaction, userId: number, since: Date): Promise<void> {
  const app = await findSecondFactor(tx, userId);
  if (app?.confirmedAt && app.confirmedAt >= since) await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId, since);
  if ((await findPasskeyState(tx, userId)).passkeys === 0) await setPasskeyOnly(tx, userId, false);
}
