import type { PaymentStatus } from '@portal/contract/billing/payments/payments';
import type {
  PaymentPage,
  StaffPayment,
  StaffPaymentCounts,
  StaffRefund,
} from '@portal/contract/billing/payments/staff-payments';
import { DAY_MS, lagosMidnight } from '@portal/kernel/calendar';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../../platform/database/connection.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { sumAwaited } from '../../companies/withholding-tax/withholding-tax.repository.ts';
import { findTaken } from '../../counter/counter-payment.repository.ts';
import { countOpenDiscrepancies } from '../../reconciliation/gateway-discrepancy.repository.ts';
import { isRefundable, isToPayOut, refundableOf } from '../../refunds/refund.policy.ts';
import { listRefunds } from '../../refunds/refund.repository.ts';
import { countOpenDisputes, findDispute } from '../disputes/dispute.repository.ts';
import { kindOf } from '../payment.policy.ts';
import type { BoughtPeriod } from '../product.port.ts';
import { bookableOf } from '../reviews/review.policy.ts';
import {
  countWaitingPayments,
  findCreditProposer,
  findHeldDetails,
  findPaymentForStaff,
  listEvents,
  listPaymentsForStaff,
  type StaffPaymentRow,
} from './staff-payment.repository.ts';

const PAGE_SIZE = 50;

type Person = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

function named({ id, email, firstName, lastName }: Person) {
  return { id, name: [firstName, lastName].filter(Boolean).join(' ') || email };
}

/** A payment as staff see it in a list. */
export function presentPayment(row: StaffPaymentRow): StaffPayment {
  const { reference, gateway, currency, status, description, channel, receiptNumber, customerEmail: email } = row;
  const customer = { id: row.userId, email, firstName: row.customerFirstName, lastName: row.customerLastName };
  return {
    reference,
    gateway,
    currency,
    status,
    description,
    channel,
    receiptNumber,
    customer: { ...named(customer), email },
    amount: nairaFromKobo(row.amount),
    creditUsed: nairaFromKobo(row.creditUsed),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

export type PaymentQuery = {
  readonly status?: PaymentStatus | undefined;
  readonly refund?: 'awaiting-approval' | undefined;
  readonly dispute?: 'open' | undefined;
  readonly gateway?: string | undefined;
  readonly customer?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
};

/**
 * Payments of all customers, newest first: 50 unless `limit` says otherwise. `from` and `to` are
 * days in Lagos, both included.
 */
export async function listStaffPayments(database: Database, query: PaymentQuery): Promise<StaffPayment[]> {
  const filter = {
    status: query.status ?? null,
    awaitsApproval: query.refund !== undefined,
    isDisputed: query.dispute !== undefined,
    gateway: query.gateway ?? null,
    customerId: query.customer ?? null,
    from: query.from === undefined ? null : lagosMidnight(query.from),
    before: query.to === undefined ? null : new Date(lagosMidnight(query.to).getTime() + DAY_MS),
  };
  const rows = await listPaymentsForStaff(database, filter, {
    after: query.before ?? null,
    limit: query.limit ?? PAGE_SIZE,
  });
  return rows.map(presentPayment);
}

/**
 * How many payments wait for staff: in review, with a refund that a second person has to approve,
 * and disputed.
 */
export async function countWaiting(database: Database): Promise<StaffPaymentCounts> {
  const [waiting, disputed, discrepancies] = await Promise.all([
    countWaitingPayments(database),
    countOpenDisputes(database),
    countOpenDiscrepancies(database),
  ]);
  return { ...waiting, disputed, discrepancies };
}

function presentRefund(
  row: StaffPaymentRow,
  { refund, requester, approver, payout, payer }: Awaited<ReturnType<typeof listRefunds>>[number],
): StaffRefund {
  const { reference, reason, keepService, outcome } = refund;
  return {
    reference,
    reason,
    keepService,
    status: isToPayOut(row, refund) ? 'to-pay-out' : refund.status,
    outcome,
    amount: nairaFromKobo(refund.amount),
    requestedBy: named(requester),
    approvedBy: approver && named(approver),
    payout: payout && payer && { method: payout.method, bankReference: payout.bankReference, by: named(payer) },
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}

type Offer = Pick<PaymentPage, 'bookable' | 'booking' | 'refundable' | 'decisions'>;

const NOTHING: Offer = { bookable: null, booking: null, refundable: null, decisions: [] };

async function reviewOffer(deps: BillingDependencies, row: StaffPaymentRow): Promise<Offer> {
  const bookable = bookableOf(row, await findHeldDetails(deps.database, row.id));
  if (!bookable) return { ...NOTHING, decisions: ['recheck', 'reject'] };
  const needsApproval = bookable.receivedKobo > deps.approvalAboveKobo();
  const proposer = needsApproval ? await findCreditProposer(deps.database, row.id) : null;
  return {
    ...NOTHING,
    bookable: nairaFromKobo(bookable.receivedKobo),
    booking: needsApproval ? { proposedBy: proposer && named(proposer) } : null,
    decisions: ['recheck', 'credit', 'reject'],
  };
}

/** The decisions that staff may make about it now, and the sums that they would move. */
async function offerOf(
  deps: BillingDependencies,
  row: StaffPaymentRow,
  refunds: readonly StaffRefund[],
  bought: BoughtPeriod | null,
): Promise<Offer> {
  if (row.status === 'review') return reviewOffer(deps, row);
  const isFree = refunds.every(({ status }) => status === 'failed');
  if (row.status !== 'successful') return NOTHING;
  const chargeback = deps.gateways.some(({ id }) => id === row.gateway) ? (['chargeback'] as const) : [];
  if (!isFree || !isRefundable(deps, row)) return { ...NOTHING, decisions: [...chargeback] };
  const amountKobo = refundableOf(row);
  const refundable = {
    amount: nairaFromKobo(amountKobo),
    creditReturned: nairaFromKobo(bought && row.gateway !== 'credit' ? row.creditUsed : toKobo(0)),
    withheldTakenBack: nairaFromKobo(await sumAwaited(deps.database, row.id)),
    needsApproval: amountKobo > deps.approvalAboveKobo(),
    laterMonthPaid: bought?.blockedBy === 'refund.later-month-paid',
    bundleUsed: bought?.blockedBy === 'refund.bundle-used',
  };
  return { ...NOTHING, refundable, decisions: ['refund', ...chargeback] };
}

/** One payment with its history. Throws payment.not-found. */
export async function readStaffPayment(deps: BillingDependencies, reference: string): Promise<PaymentPage> {
  const row = await findPaymentForStaff(deps.database, reference);
  if (!row) throw new ApiError('payment.not-found');
  const [events, refundRows, bought, dispute, taken] = await Promise.all([
    listEvents(deps.database, row.id),
    listRefunds(deps.database, row.id),
    deps.products[kindOf(row)].findBought(deps, deps.database, row.id),
    findDispute(deps.database, row.id),
    findTaken(deps.database, row.id),
  ]);
  const refunds = refundRows.map((refund) => presentRefund(row, refund));
  return {
    ...presentPayment(row),
    gatewayReference: row.gatewayReference,
    payerName: row.payerName,
    counter: taken && {
      takenBy: named(taken.staff),
      slipId: taken.slipId,
      withheld: nairaFromKobo(taken.withheld ?? toKobo(0)),
    },
    creditUsed: nairaFromKobo(row.creditUsed),
    received: row.received === null ? null : nairaFromKobo(row.received),
    refundedOutside: nairaFromKobo(row.refundedOutside),
    lines: (row.quote.lines ?? []).map(({ label, amountKobo }) => ({
      label,
      amount: nairaFromKobo(toKobo(amountKobo)),
    })),
    period: bought && {
      kind: bought.kind,
      startsAt: bought.startsAt.toISOString(),
      endsAt: bought.endsAt.toISOString(),
    },
    nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    events: events.map(({ event: { createdAt, kind, source, details }, staff }) => ({
      at: createdAt.toISOString(),
      by: staff && named(staff),
      kind,
      source,
      details,
    })),
    refunds,
    dispute: dispute && {
      openedAt: dispute.openedAt.toISOString(),
      dueAt: dispute.dueAt?.toISOString() ?? null,
      outcome: dispute.outcome,
    },
    ...(await offerOf(deps, row, refunds, bought)),
  };
}
