import { recordAudit } from '../../identity/index.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type AccountProofRow, findProof, markProofWithdrawn } from './account-proof.repository.ts';

/**
 * Withdraws a proof: whoever checks it reads so from now on. Audited. Throws account-proof.not-found,
 * account-proof.withdrawn.
 */
export function withdrawProof(
  { database, clock }: Pick<BillingDependencies, 'database' | 'clock'>,
  { number, staffId }: { readonly number: string; readonly staffId: number },
): Promise<AccountProofRow> {
  return runTransaction(database, async (tx) => {
    const proof = await markProofWithdrawn(tx, number, { withdrawnBy: staffId, withdrawnAt: clock() });
    if (!proof) {
      throw new ApiError((await findProof(tx, null, number)) ? 'account-proof.withdrawn' : 'account-proof.not-found');
    }
    await recordAudit(tx, {
      actorId: staffId,
      action: 'account-proof.withdraw',
      subject: `customer:${proof.userId}`,
      before: { proof: number, status: 'valid' },
      after: { status: 'withdrawn' },
    });
    return proof;
  });
}
