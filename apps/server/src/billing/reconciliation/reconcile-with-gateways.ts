import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway, ListedSuccess } from '../payments/gateways/gateway.port.ts';
import { isOpen } from '../payments/payment.policy.ts';
import { listPaymentsByReference, listSuccessesSince } from '../payments/payment.repository.ts';
import { settlePayment } from '../payments/settlement/settle-payment.ts';
import { closeCleared, type FoundDiscrepancy, saveDiscrepancies } from './gateway-discrepancy.repository.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import { claimReconciliation, findReconciledUntil, markReconciled } from './reconciliation.repository.ts';
import { recoverPayment } from './recover-payment.ts';

const COMPARE_EVERY_MS = 15 * 60_000;
/** The lists are by the moment of opening, and a bank transfer may arrive three days later. */
const LOOK_BACK_MS = 72 * 3_600_000;
const FIRST_LOOK_BACK_MS = 7 * 24 * 3_600_000;
/** Of our successes that the list lacks; more at a time only when the list itself is wrong. */
const ASKED_AT_MOST = 50;
/** Of the successes that our database lacks; the others are taken by the next reconciliations. */
const RECOVERED_AT_MOST = 500;

export type ReconciliationResult = {
  readonly gateway: string;
  /** Paid at the gateway, and by this reconciliation in the ledger as well. */
  readonly settled: readonly string[];
  /** Where the gateway and the ledger disagree: people must look. */
  readonly found: readonly FoundDiscrepancy[];
};

type ReconciliationRun = {
  readonly gateway: Gateway;
  readonly listed: ReadonlyMap<string, ListedSuccess>;
  readonly since: Date;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
};

const PAID = 'paid';

/**
 * What the gateway lists, beside the ledger; what is open here is settled, and what our database
 * lost is recovered. Null when the signal came between.
 */
async function reconcileTheirs(
  deps: BillingDependencies,
  { gateway, listed, signal }: ReconciliationRun,
): Promise<{ readonly settled: string[]; readonly found: FoundDiscrepancy[]; readonly known: string[] } | null> {
  const rows = await listPaymentsByReference(deps.database, gateway.id, [...listed.keys()]);
  const known = new Set(rows.map((row) => row.reference));
  const settled: string[] = [];
  const found: FoundDiscrepancy[] = [];
  const lost = [...listed.values()].filter(({ reference }) => !known.has(reference));
  for (const [index, success] of lost.entries()) {
    if (signal?.aborted) return null;
    const { reference, amountKobo: gatewayAmount } = success;
    if (index < RECOVERED_AT_MOST && (await recoverPayment(deps, gateway, success))) settled.push(reference);
    else found.push({ reference, kind: 'unknown-reference', ledgerAmount: null, gatewayAmount, gatewayStatus: PAID });
  }
  for (const row of rows) {
    if (signal?.aborted) return null;
    const gatewayAmount = listed.get(row.reference)?.amountKobo ?? row.amount;
    const ledgerAmount = row.received ?? row.amount;
    const { reference } = row;
    if (row.status === 'successful' && gatewayAmount !== ledgerAmount) {
      found.push({ reference, kind: 'other-amount', ledgerAmount, gatewayAmount, gatewayStatus: PAID });
    }
    if (!isOpen(row.status)) continue;
    const settlement = await settlePayment(deps, { ...row, receiptNumber: null }, 'reconciliation');
    if (settlement.payment.status === 'successful') settled.push(reference);
    // No answer now is asked for again with the next reconciliation, and what is in review staff
    // have before them already.
    else if (isOpen(settlement.payment.status) && settlement.found !== 'unknown') {
      found.push({ reference, kind: 'not-settled', ledgerAmount, gatewayAmount, gatewayStatus: PAID });
    }
  }
  return { settled, found, known: [...known, ...settled] };
}

/**
 * Our successes that the gateway does not list: each is asked about, and what it does not call paid
 * with our sum is a discrepancy. Null when the signal came between.
 */
async function reconcileOurs(
  deps: BillingDependencies,
  { gateway, listed, since, now, signal }: ReconciliationRun,
): Promise<FoundDiscrepancy[] | null> {
  const openedBefore = new Date(now.getTime() - COMPARE_EVERY_MS);
  const successes = await listSuccessesSince(deps.database, { gateway: gateway.id, since, openedBefore });
  const missing = successes.filter(({ reference }) => !listed.has(reference)).slice(0, ASKED_AT_MOST);
  const found: FoundDiscrepancy[] = [];
  for (const { reference, amount: amountKobo, received, gatewayReference } of missing) {
    if (signal?.aborted) return null;
    const finding = await gateway.confirm({ reference, amountKobo, gatewayReference });
    if (finding.kind === 'unknown') continue;
    const ledgerAmount = received ?? amountKobo;
    const gatewayStatus = finding.rawStatus;
    if (finding.kind !== 'paid')
      found.push({ reference, kind: 'not-paid', ledgerAmount, gatewayAmount: null, gatewayStatus });
    else if (finding.facts.amountKobo !== ledgerAmount) {
      found.push({
        reference,
        kind: 'other-amount',
        ledgerAmount,
        gatewayAmount: finding.facts.amountKobo,
        gatewayStatus,
      });
    }
  }
  return found;
}

async function reconcileWithGateway(
  deps: BillingDependencies,
  gateway: Gateway,
  signal: AbortSignal | undefined,
): Promise<ReconciliationResult | null> {
  const { database, log } = deps;
  const now = deps.clock();
  const nextAt = new Date(now.getTime() + COMPARE_EVERY_MS);
  if (!gateway.listSuccesses || !(await claimReconciliation(database, { gateway: gateway.id, now, nextAt })))
    return null;
  const mark = await findReconciledUntil(database, gateway.id);
  const since = mark ? mark.getTime() - LOOK_BACK_MS : now.getTime() - FIRST_LOOK_BACK_MS;
  const list = await gateway.listSuccesses(new Date(since));
  if (list.kind === 'unknown') {
    log.warn({ gateway: gateway.id, reason: list.reason }, 'the gateway gave no list to compare with');
    return null;
  }
  const ours = list.successes.filter(({ reference }) => PAYMENT_REFERENCE.test(reference));
  const listed = new Map(ours.map((success) => [success.reference, success]));
  const reconciliation = { gateway, listed, since: new Date(since), now, signal };
  const theirs = await reconcileTheirs(deps, reconciliation);
  const unlisted = theirs && (await reconcileOurs(deps, reconciliation));
  if (!unlisted) return null;
  const refundedOutside = await reconcileRefunds(deps, reconciliation, signal);
  if (signal?.aborted) return null;
  const found = [...theirs.found, ...unlisted, ...(refundedOutside ?? [])];
  const discrepancy = { gateway: gateway.id, settled: theirs.settled, found };
  if (discrepancy.settled.length > 0) log.warn({ ...discrepancy }, 'payments found by reconciliation alone');
  if (discrepancy.found.length > 0) log.error({ ...discrepancy }, 'the gateway and the ledger disagree');
  await saveDiscrepancies(database, gateway.id, [...theirs.found, ...unlisted], now);
  for (const [kind, references] of [
    ['not-settled', theirs.settled],
    ['unknown-reference', theirs.known],
  ] as const) {
    await closeCleared(database, { gateway: gateway.id, kind, references, closeReason: 'Settled since' }, now);
  }
  // Without its refunds it is compared from the same moment again.
  await markReconciled(database, discrepancy, refundedOutside ? now : mark);
  return discrepancy;
}

/**
 * Compares the ledger with the successes that each gateway lists since the last reconciliation, at
 * most every quarter of an hour, both ways: what we have not settled is settled by the usual path;
 * what the gateway has and we have not, or we have and it calls unpaid, reversed, another sum or
 * partly refunded, is kept until staff close it (threats M15). Gateways without a list are left to
 * the poll. What the signal interrupts is compared again.
 */
export async function reconcileWithGateways(
  deps: BillingDependencies,
  signal?: AbortSignal,
): Promise<ReconciliationResult[]> {
  const discrepancies = await Promise.all(deps.gateways.map((gateway) => reconcileWithGateway(deps, gateway, signal)));
  return discrepancies.filter((discrepancy) => discrepancy !== null);
}
