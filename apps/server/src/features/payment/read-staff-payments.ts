import type { PaymentStatus } from '@portal/contract/payment';
import type { PaymentPage, StaffPayment, StaffRefund } from '@portal/contract/staff-payment';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { listRefunds } from './refund.repository.ts';
import type { RefundParts } from './refund-parts.port.ts';
import { bookableOf } from './review.policy.ts';
import {
  findHeldDetails,
  findPaymentForStaff,
  listEvents,
  listPaymentsForStaff,
  type StaffPaymentRow,
} from './staff-payment.repository.ts';

const PAGE_SIZE = 50;
const DAY_MS = 24 * 3_600_000;
const LAGOS = '+01:00';

type Person = {
  readonly id: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

function named({ id, email, firstName, lastName }: Person) {
  return { id, name: [firstName, lastName].filter(Boolean).join(' ') || email };
}

function presentPayment(row: StaffPaymentRow): StaffPayment {
  const { reference, gateway, currency, status, description, channel, receiptNumber, customerEmail: email } = row;
  const customer = { id: row.userId, email, firstName: row.customerFirstName, lastName: row.customerLastName };
  return {
    ...{ reference, gateway, currency, status, description, channel, receiptNumber },
    customer: { ...named(customer), email },
    amount: nairaFromKobo(row.amount),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

/** Midnight in Lagos of a day; an impossible day is refused with request.invalid. */
function startOfDay(day: string, field: 'from' | 'to'): Date {
  const at = new Date(`${day}T00:00:00${LAGOS}`);
  const message = 'Use a day such as 2026-07-04';
  if (Number.isNaN(at.getTime())) throw new Refusal('request.invalid', { message, errors: { [field]: message } });
  return at;
}

export type PaymentQuery = {
  readonly status?: PaymentStatus | undefined;
  readonly gateway?: string | undefined;
  readonly customer?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
};

/** Payments of everybody, newest first: 50 unless `limit` says otherwise. `from` and `to` are days in Lagos, both included. */
export async function listStaffPayments(database: Database, query: PaymentQuery): Promise<StaffPayment[]> {
  const filter = {
    status: query.status ?? null,
    gateway: query.gateway ?? null,
    customerId: query.customer ?? null,
    from: query.from === undefined ? null : startOfDay(query.from, 'from'),
    before: query.to === undefined ? null : new Date(startOfDay(query.to, 'to').getTime() + DAY_MS),
  };
  const rows = await listPaymentsForStaff(database, filter, {
    after: query.before ?? null,
    limit: query.limit ?? PAGE_SIZE,
  });
  return rows.map(presentPayment);
}

function presentRefund({ refund, requester, approver }: Awaited<ReturnType<typeof listRefunds>>[number]): StaffRefund {
  const { reference, reason, keepService, status, outcome } = refund;
  return {
    ...{ reference, reason, keepService, status, outcome },
    amount: nairaFromKobo(refund.amount),
    requestedBy: named(requester),
    approvedBy: approver && named(approver),
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  };
}

/** What staff may decide about it now. */
async function decisionsOf(
  parts: RefundParts,
  row: StaffPaymentRow,
  refunds: readonly StaffRefund[],
): Promise<PaymentPage['decisions']> {
  if (row.status === 'review') {
    const bookable = bookableOf(row, await findHeldDetails(parts.database, row.id));
    return bookable ? ['recheck', 'credit', 'reject'] : ['recheck', 'reject'];
  }
  const known = row.gateway === 'credit' || parts.gateways.some(({ id }) => id === row.gateway);
  const isFree = refunds.every(({ status }) => status === 'failed');
  return row.status === 'successful' && known && isFree ? ['refund'] : [];
}

/** One payment with everything that happened to it. Refuses with payment.not-found. */
export async function readStaffPayment(parts: RefundParts, reference: string): Promise<PaymentPage> {
  const row = await findPaymentForStaff(parts.database, reference);
  if (!row) throw new Refusal('payment.not-found');
  const [events, refundRows, period] = await Promise.all([
    listEvents(parts.database, row.id),
    listRefunds(parts.database, row.id),
    parts.findBoughtPeriod(parts.database, row.id),
  ]);
  const refunds = refundRows.map(presentRefund);
  return {
    ...presentPayment(row),
    gatewayReference: row.gatewayReference,
    creditUsed: nairaFromKobo(row.creditUsed),
    received: row.received === null ? null : nairaFromKobo(row.received),
    lines: (row.quote.lines ?? []).map(({ label, amountKobo }) => ({
      label,
      amount: nairaFromKobo(toKobo(amountKobo)),
    })),
    period: period && {
      number: period.number,
      startsAt: period.startsAt.toISOString(),
      endsAt: period.endsAt.toISOString(),
    },
    nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    events: events.map(({ createdAt, kind, source, details }) => ({
      at: createdAt.toISOString(),
      kind,
      source,
      details,
    })),
    refunds,
    decisions: await decisionsOf(parts, row, refunds),
  };
}
