import { PAYMENT_REFERENCE } from '@portal/kernel/payment-reference';
import { claimComparison, findComparedUntil, markCompared } from './comparison.repository.ts';
import type { Gateway } from './gateways/gateway.port.ts';
import { isOpen } from './payment.policy.ts';
import { listPaymentsByReference } from './payment.repository.ts';
import type { PaymentParts } from './payment-parts.port.ts';
import { settlePayment } from './settle-payment.ts';

const COMPARE_EVERY_MS = 15 * 60_000;
/** The lists are by the moment of opening, and a bank transfer may arrive three days later. */
const LOOK_BACK_MS = 72 * 3_600_000;
const FIRST_LOOK_BACK_MS = 7 * 24 * 3_600_000;

export type Difference = {
  readonly gateway: string;
  /** Paid at the gateway, and by this comparison in our books as well. */
  readonly settled: readonly string[];
  /** Of our form and paid at the gateway, but not in our books, or not as paid: people must look. */
  readonly unexplained: readonly string[];
};

async function compare(
  parts: PaymentParts,
  gateway: Gateway,
  references: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Difference | null> {
  const ours = [...new Set(references.filter((reference) => PAYMENT_REFERENCE.test(reference)))];
  const rows = await listPaymentsByReference(parts.database, gateway.id, ours);
  const known = new Set(rows.map((row) => row.reference));
  const settled: string[] = [];
  const unexplained = ours.filter((reference) => !known.has(reference));
  for (const row of rows.filter(({ status }) => isOpen(status))) {
    if (signal?.aborted) return null;
    const { payment } = await settlePayment(parts, { ...row, receiptNumber: null }, 'comparison');
    (payment.status === 'successful' ? settled : unexplained).push(row.reference);
  }
  return { gateway: gateway.id, settled, unexplained };
}

async function compareWithGateway(
  parts: PaymentParts,
  gateway: Gateway,
  signal: AbortSignal | undefined,
): Promise<Difference | null> {
  const { database, log } = parts;
  const now = parts.clock();
  const nextAt = new Date(now.getTime() + COMPARE_EVERY_MS);
  if (!gateway.listSuccesses || !(await claimComparison(database, { gateway: gateway.id, now, nextAt }))) return null;
  const mark = await findComparedUntil(database, gateway.id);
  const since = mark ? mark.getTime() - LOOK_BACK_MS : now.getTime() - FIRST_LOOK_BACK_MS;
  const list = await gateway.listSuccesses(new Date(since));
  if (list.kind === 'unknown') {
    log.warn({ gateway: gateway.id, reason: list.reason }, 'the gateway gave no list to compare with');
    return null;
  }
  const difference = await compare(parts, gateway, list.references, signal);
  if (!difference) return null;
  if (difference.settled.length > 0) log.warn({ ...difference }, 'payments found by comparison alone');
  if (difference.unexplained.length > 0)
    log.error({ ...difference }, 'the gateway has payments that our books do not have');
  await markCompared(database, difference, now);
  return difference;
}

/**
 * Compares our books with the successes that each gateway lists since the last comparison, at most every quarter of an hour: what we have not settled is settled
 * by the usual path, what cannot be explained is reported at every comparison. Gateways without a list are left to the sweep. What the signal interrupts is compared again.
 */
export async function compareWithGateways(parts: PaymentParts, signal?: AbortSignal): Promise<Difference[]> {
  const differences = await Promise.all(parts.gateways.map((gateway) => compareWithGateway(parts, gateway, signal)));
  return differences.filter((difference) => difference !== null);
}
