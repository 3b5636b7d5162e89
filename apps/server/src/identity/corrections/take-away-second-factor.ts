import type { LostSecondFactor } from '@portal/contract/identity/corrections';
import { lostSecondFactors } from '@portal/contract/identity/corrections';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import type { ConfirmedApproval } from '../identity-approvals/create-identity-approvals.ts';
import { deletePasskeys, findPasskeyState, setPasskeyOnly } from '../passkeys/passkey.repository.ts';
import { deleteTokens } from '../recovery/account-token.repository.ts';
import { deleteSecondFactor, findSecondFactor } from '../second-factor/second-factor.repository.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { tellOwner } from './tell-owner.ts';

/** What of it the account has. */
export async function listSecondFactors(database: Queryable, userId: number): Promise<LostSecondFactor[]> {
  const { passkeys } = await findPasskeyState(database, userId);
  const app = await findSecondFactor(database, userId);
  return lostSecondFactors.filter((one) => (one === 'passkeys' ? passkeys > 0 : (app?.confirmedAt ?? null) !== null));
}

/** Takes away what a locked account has lost, ends its sessions and tells the owner. */
export async function takeAwaySecondFactor(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  approval: ConfirmedApproval,
): Promise<void> {
  const { lost } = approval.payload as { readonly lost: readonly LostSecondFactor[] };
  await tellOwner(deps, tx, account, {
    key: `second-factor-loss:${approval.id}`,
    when: 'changed',
    change: { what: 'second-factor', to: '' },
  });
  if (lost.includes('passkeys')) {
    await deletePasskeys(tx, account.id);
    await setPasskeyOnly(tx, account.id, false);
  }
  if (lost.includes('app')) await deleteSecondFactor(tx, account.id);
  await deleteSessionsOf(tx, account.id);
  await deleteTokens(tx, account.id, 'password-reset');
}
