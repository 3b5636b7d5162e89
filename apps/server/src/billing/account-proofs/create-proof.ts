import type { LanguageCode } from '@portal/contract/messaging/notices';
import { lagosDate, lagosDay, startOfLagosDay } from '@portal/kernel/calendar';
import { recordAudit } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { findBillingDetails } from '../invoices/billing-details.repository.ts';
import { documentNumber } from '../invoices/invoice.policy.ts';
import { takeNumbers } from '../invoices/invoice.repository.ts';
import { findLine, lockLines } from '../lines/line.repository.ts';
import { lineInAudit } from '../lines/require-line.ts';
import { factsKeyOf, proofCode } from './account-proof.policy.ts';
import {
  type AccountProofRow,
  countProofsSince,
  findProofOfFacts,
  findServiceTime,
  insertProof,
} from './account-proof.repository.ts';

/** Of one account in a day: each has other facts, another line or another language. */
const MOST_A_DAY = 10;

type Deps = Pick<BillingDependencies, 'database' | 'clock' | 'seller'> & {
  readonly randomBytes: (size: number) => Uint8Array;
};

export type ProofOrder = {
  readonly accountId: number;
  readonly lineId: number | undefined;
  readonly language: LanguageCode;
  /** Who asks for it, and whether as staff. */
  readonly personId: number;
  readonly isStaff: boolean;
};

type Facts = { readonly lineId: number; readonly snapshot: AccountProofRow['snapshot'] };

async function factsOf(deps: Deps, tx: Transaction, { accountId, lineId }: ProofOrder, now: Date): Promise<Facts> {
  const account = await findCounterAccount(tx, accountId);
  const line = await findLine(tx, { accountId, lineId });
  if (!account || !line) throw new ApiError(lineId === undefined || !account ? 'customer.not-found' : 'line.not-found');
  const { since, paidUntil } = await findServiceTime(tx, line.id);
  if (since === null) throw new ApiError('account-proof.no-service');
  const { companyName, address } = await findBillingDetails(tx, accountId);
  return {
    lineId: line.id,
    snapshot: {
      issuer: deps.seller(),
      accountNumber: account.accountNumber,
      name: companyName ?? account.name,
      place: line.place ?? address,
      since: since.toISOString(),
      paidUntil: paidUntil !== null && paidUntil > now ? paidUntil.toISOString() : null,
    },
  };
}

async function issue(deps: Deps, tx: Transaction, order: ProofOrder): Promise<AccountProofRow> {
  const { accountId: userId, language, personId } = order;
  const now = deps.clock();
  await lockLines(tx, userId);
  const { lineId, snapshot } = await factsOf(deps, tx, order, now);
  const factsKey = factsKeyOf({ lineId, language, day: lagosDate(now), snapshot });
  const before = await findProofOfFacts(tx, { userId, factsKey });
  if (before) return before;
  if ((await countProofsSince(tx, userId, startOfLagosDay(now))) >= MOST_A_DAY) {
    throw new ApiError('account-proof.too-many');
  }
  const { year } = lagosDay(now);
  const sequence = await takeNumbers(tx, { series: 'PRF', year, count: 1 });
  const proof = await insertProof(tx, {
    proofNumber: documentNumber('PRF', year, sequence),
    year,
    sequence,
    userId,
    lineId,
    language,
    code: proofCode(deps.randomBytes),
    factsKey,
    snapshot,
    issuedAt: now,
    issuedBy: personId,
  });
  if (order.isStaff) {
    await recordAudit(tx, {
      actorId: personId,
      action: 'account-proof.create',
      subject: `customer:${userId}`,
      before: null,
      after: { proof: proof.proofNumber, language, ...lineInAudit({ accountId: userId, lineId }) },
    });
  }
  return proof;
}

/**
 * Issues a proof of account, numbered without gaps within each Lagos year. The same facts in the same
 * language on the same day are the same paper, so that a repeat issues none. Audited where staff ask for
 * it. Throws customer.not-found, line.not-found, account-proof.no-service for a line that was never
 * paid for, account-proof.too-many.
 */
export function createProof(deps: Deps, order: ProofOrder): Promise<AccountProofRow> {
  return runTransaction(deps.database, (tx) => issue(deps, tx, order));
}
