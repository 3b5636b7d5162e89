import { hash, timingSafeEqual } from 'node:crypto';
import type { ProofCheck } from '@portal/contract/billing/papers/account-proofs';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { maskedName, typedCode, typedProofNumber } from './account-proof.policy.ts';
import { findProof } from './account-proof.repository.ts';

const digest = (text: string) => hash('sha256', text, 'buffer');

/**
 * What a third party learns who has number and code off a paper: that it is ours, and facts that are on
 * it, the name by its first letters. Throws account-proof.unknown, for an unknown number as for a wrong
 * code.
 */
export async function checkProof(
  database: Database,
  typed: { readonly number: string; readonly code: string },
): Promise<ProofCheck> {
  const number = typedProofNumber(typed.number);
  const proof = number === null ? null : await findProof(database, null, number);
  const isRight = timingSafeEqual(digest(typedCode(typed.code)), digest(proof?.code || 'none'));
  if (!proof || !isRight) throw new ApiError('account-proof.unknown');
  const { proofNumber, issuedAt, withdrawnAt, snapshot } = proof;
  const isValid = withdrawnAt === null;
  return {
    state: isValid ? 'valid' : 'withdrawn',
    number: proofNumber,
    issuedAt: issuedAt.toISOString(),
    issuer: snapshot.issuer.name,
    name: isValid ? maskedName(snapshot.name) : null,
    since: isValid ? snapshot.since : null,
    paidUntil: isValid ? snapshot.paidUntil : null,
  };
}
