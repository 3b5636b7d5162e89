import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway } from '../payments/gateways/gateway.port.ts';
import { newestRefund, recordRefundedOutside } from '../refunds/record-refunded-outside.ts';
import { type DiscrepancyRow, type FoundDiscrepancy, listDiscrepanciesOf } from './gateway-discrepancy.repository.ts';
import { listPaidByTransaction } from './reconciliation.repository.ts';

/**
 * Whether staff know of it: by the newest refund, or where all have failed by nothing being open.
 */
function isKnown(newest: string | null, row: DiscrepancyRow | undefined): boolean {
  return newest === null ? row === undefined || row.closedAt !== null : row?.gatewayStatus === newest;
}

/**
 * What a gateway has refunded since a moment of payments that our ledger calls paid, found
 * although every webhook was lost; what is new is returned. Null when the gateway gave no list, or
 * the signal came between.
 */
export async function reconcileRefunds(
  deps: BillingDependencies,
  { gateway, since }: { readonly gateway: Gateway; readonly since: Date },
  signal: AbortSignal | undefined,
): Promise<FoundDiscrepancy[] | null> {
  if (!gateway.listRefunds) return [];
  const { database, log } = deps;
  const list = await gateway.listRefunds({ since, transaction: null });
  if (list.kind === 'unknown') {
    log.warn({ gateway: gateway.id, reason: list.reason }, 'the gateway gave no list of refunds to compare with');
    return null;
  }
  const refunds = Map.groupBy(list.refunds, ({ transaction }) => transaction);
  const payments = await listPaidByTransaction(database, gateway.id, [...refunds.keys()]);
  const references = payments.map(({ reference }) => reference);
  const rows = await listDiscrepanciesOf(database, { gateway: gateway.id, kind: 'refunded-outside', references });
  const known = new Map(rows.map((row) => [row.reference, row]));
  const found: FoundDiscrepancy[] = [];
  for (const payment of payments) {
    if (signal?.aborted) return null;
    const newest = newestRefund(refunds.get(payment.gatewayReference ?? '') ?? []);
    if (isKnown(newest, known.get(payment.reference))) continue;
    const noted = await recordRefundedOutside(deps, gateway, payment, 'reconciliation');
    if (noted.kind === 'unknown') return null;
    if (noted.found) found.push(noted.found);
  }
  return found;
}
