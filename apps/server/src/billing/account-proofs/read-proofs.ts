import type { AccountProof } from '@portal/contract/billing/papers/account-proofs';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type PaperDependencies, printPaper } from '../papers/describe-paper.ts';
import { groupedCode } from './account-proof.policy.ts';
import { type AccountProofRow, findProof, listProofs } from './account-proof.repository.ts';

const MOST = 20;

/** A proof as the account's people and staff see it. */
export function presentProof({ snapshot, ...proof }: AccountProofRow): AccountProof {
  const { name, place, since, paidUntil } = snapshot;
  return {
    number: proof.proofNumber,
    code: groupedCode(proof.code),
    language: proof.language,
    name,
    place,
    since,
    paidUntil,
    issuedAt: proof.issuedAt.toISOString(),
    withdrawnAt: proof.withdrawnAt?.toISOString() ?? null,
  };
}

/** An account's proofs, newest first, twenty at most. */
export async function readProofs({ database }: Pick<PaperDependencies, 'database'>, accountId: number) {
  return (await listProofs(database, accountId, MOST)).map(presentProof);
}

/** One of an account's proofs as a PDF. Throws account-proof.not-found, also for another account's. */
export async function printProof(deps: PaperDependencies, accountId: number, number: string): Promise<Uint8Array> {
  if (!(await findProof(deps.database, accountId, number))) throw new ApiError('account-proof.not-found');
  return (await printPaper(deps, accountId, { kind: 'proof', number })).content;
}
