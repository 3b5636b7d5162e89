import { hash, timingSafeEqual } from 'node:crypto';
import type { ProofCheck } from '@portal/contract/billing/papers/account-proofs';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { PaperDependencies } from '../papers/describe-paper.ts';
import { maskedName, typedCode, typedProofNumber } from './account-proof.policy.ts';
import { findProof } from './account-proof.repository.ts';

const digest = (text: string) => hash('sha256', text, 'buffer');

type Deps = Pick<PaperDependencies, 'database' | 'seller' | 'findAddressPaper'>;

async function checkAddressPaper(deps: Deps, number: string, code: string): Promise<ProofCheck> {
  const paper = await deps.findAddressPaper(deps.database, number);
  const isRight = timingSafeEqual(digest(typedCode(code)), digest(paper?.code || 'none'));
  if (!paper || !isRight) throw new ApiError('account-proof.unknown');
  const { issuedAt, address } = paper;
  const nothingElse = { name: null, since: null, paidUntil: null };
  return {
    state: 'valid',
    number,
    issuedAt: issuedAt.toISOString(),
    issuer: deps.seller().name,
    ...nothingElse,
    address,
  };
}

/**
 * What a third party learns who has number and code off a paper: that it is ours, and facts that are on
 * it, the name by its first letters; of one about who had an address which address, when, and whose account. Throws account-proof.unknown, for an unknown number as for a wrong
 * code.
 */
export async function checkProof(
  deps: Deps,
  typed: { readonly number: string; readonly code: string },
): Promise<ProofCheck> {
  const number = typedProofNumber(typed.number);
  if (number?.startsWith('ADR')) return checkAddressPaper(deps, number, typed.code);
  const proof = number === null ? null : await findProof(deps.database, null, number);
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
    address: null,
  };
}
