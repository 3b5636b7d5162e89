import type { ProofCheck } from '@portal/contract/billing/papers/account-proofs';
import type { Queryable } from '../../platform/database/connection.ts';

/** Finds a paper about who had an address, with the code that is printed on it; null where there is none. */
export type FindAddressPaper = (
  queryable: Queryable,
  number: string,
) => Promise<{
  readonly number: string;
  readonly code: string;
  readonly issuedAt: Date;
  readonly address: NonNullable<ProofCheck['address']>;
} | null>;
