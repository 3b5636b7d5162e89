import { addKobo, type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { parseOutsideJson } from '../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Gateway, ListedRefund, RefundList } from '../payments/gateways/gateway.port.ts';
import { appendEvent, type PaymentRow } from '../payments/payment.repository.ts';
import {
  closeCleared,
  type FoundDiscrepancy,
  saveDiscrepancies,
} from '../reconciliation/gateway-discrepancy.repository.ts';
import { receivedOf } from './refund.policy.ts';
import { findLiveRefund, listNoticeBodies, lockPayment } from './refund.repository.ts';

const LONGEST_STATUS = 100;
const NO_REFUNDS: RefundList = { kind: 'listed', refunds: [] };

/**
 * The youngest refund that goes through, by the vendor's rising numbers, as staff read it; null
 * where none does.
 */
export function newestRefund(refunds: readonly ListedRefund[]): string | null {
  const numbers = refunds.filter(({ hasFailed }) => !hasFailed).map(({ refundId }) => refundId);
  const newest = numbers.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest === undefined ? null : `refund ${newest}`.slice(0, LONGEST_STATUS);
}

/**
 * What the payer's bank got by the dispute of a payment, in the words of the newest webhook that
 * calls it decided; zero where it got nothing.
 */
export async function findLostInDispute(queryable: Queryable, gateway: Gateway, reference: string): Promise<Kobo> {
  const { readDispute } = gateway;
  if (!readDispute) return toKobo(0);
  const bodies = await listNoticeBodies(queryable, gateway.id, reference);
  const disputes = bodies.map((body) => readDispute(parseOutsideJson(body)));
  return disputes.find((dispute) => dispute?.isResolved)?.lostKobo ?? toKobo(0);
}

type Noted =
  | { readonly kind: 'noted'; readonly found: FoundDiscrepancy | null }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Shows staff what a gateway has refunded of a payment that it still calls paid, and that no refund
 * of ours explains: a refund made on its own dashboard, a part that the payer's bank got. One
 * discrepancy for a payment, open again with each further refund; it closes by itself when the
 * refunds have failed, or the ledger has as much. `found` is null where nothing is new. Books
 * nothing: that is for staff (recordExternalRefund; decision 016). (Threats M15, M16.)
 */
export async function recordRefundedOutside(
  deps: BillingDependencies,
  gateway: Gateway,
  { reference, createdAt: since, gatewayReference: transaction }: PaymentRow,
  source: 'webhook' | 'reconciliation',
): Promise<Noted> {
  const list = transaction === null ? NO_REFUNDS : await (gateway.listRefunds?.({ since, transaction }) ?? NO_REFUNDS);
  if (list.kind === 'unknown') return list;
  const sent = list.refunds.filter((refund) => refund.transaction === transaction && !refund.hasFailed);
  const refundedKobo = addKobo(...sent.map(({ amountKobo }) => amountKobo));
  const found = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    const payment = await lockPayment(tx, reference);
    const own = payment && (await findLiveRefund(tx, payment.id));
    if (payment?.status !== 'successful' || (own && own.status !== 'awaiting-approval')) return null;
    const lostKobo = await findLostInDispute(tx, gateway, reference);
    // A lost dispute may be among the refunds as well.
    const gatewayAmount = lostKobo > refundedKobo ? lostKobo : refundedKobo;
    if (gatewayAmount === payment.refundedOutside) {
      const closeReason =
        gatewayAmount === 0 ? 'The gateway refunds nothing any more' : 'The ledger agrees with the gateway';
      await closeCleared(
        tx,
        { gateway: gateway.id, kind: 'refunded-outside', references: [reference], closeReason },
        now,
      );
      return null;
    }
    const gatewayStatus = newestRefund(sent) ?? 'dispute';
    const discrepancy = {
      reference,
      kind: 'refunded-outside',
      ledgerAmount: receivedOf(payment),
      gatewayAmount,
      gatewayStatus,
    } as const;
    const changed = await saveDiscrepancies(tx, gateway.id, [discrepancy], now);
    if (changed.length === 0) return null;
    const details = { amountKobo: gatewayAmount, outcome: gatewayStatus };
    await appendEvent(tx, { paymentId: payment.id, kind: 'refunded-outside', source, details, now });
    return discrepancy;
  });
  return { kind: 'noted', found };
}
