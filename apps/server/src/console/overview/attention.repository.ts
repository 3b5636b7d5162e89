import { type Attention, type AttentionKind, attentionKinds } from '@portal/contract/console/overview';
import { koboFromDecimal, nairaFromKobo } from '@portal/kernel/money';
import { type SQL, sql } from 'drizzle-orm';
import { bookableSum, countFailedWebhooks, refundIsToPayOut } from '../../billing/index.ts';
import { countOverdueGrievances, countWaitingApprovals } from '../../identity/index.ts';
import { countFailedMessages } from '../../messaging/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { bankLines } from '../../platform/database/schema/billing/bank.ts';
import { eInvoices } from '../../platform/database/schema/billing/e-invoice.ts';
import { gatewaySettlementFindings } from '../../platform/database/schema/billing/gateway-settlement.ts';
import { payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import { incomingTransfers } from '../../platform/database/schema/billing/virtual-account.ts';
import { callBacks } from '../../platform/database/schema/console/collection.ts';
import { webhookEndpoints } from '../../platform/database/schema/console/webhook-endpoint.ts';
import { networkIncidents } from '../../platform/database/schema/network/network-status.ts';
import { sharedLogins } from '../../platform/database/schema/network/shared-login.ts';
import { chatSessions } from '../../platform/database/schema/support/chat.ts';
import { supportTickets } from '../../platform/database/schema/support/ticket.ts';

/** The expression of the index support_tickets_due. */
const ticketDueAt = sql`(coalesce(case when ${supportTickets.firstResponseAt} is null then least(${supportTickets.firstResponseDueAt}, ${supportTickets.resolutionDueAt}) else ${supportTickets.resolutionDueAt} end, 'infinity'::timestamptz))`;

/** Of the 24 hours in which a document is to be reported, and long enough for one that a buyer waits for. */
const LATE_AFTER = sql`interval '18 hours'`;

/** What the installation has switched on. */
export type AttentionScope = {
  /** Documents are registered with the tax authority. */
  readonly hasEInvoicing: boolean;
  /** Customers have account numbers of their own. */
  readonly hasAccountNumbers: boolean;
};

type Counted = {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly since: string | null;
  /** Kobo as text, null where it is no money. */
  readonly amount: string | null;
};

/** Counts in one statement what is in the tables themselves: the home of every member of staff asks for it. */
async function countRows(
  queryable: Queryable,
  now: Date,
  { hasEInvoicing, hasAccountNumbers }: AttentionScope,
): Promise<Attention[]> {
  const at = now.toISOString();
  const counted = (kind: AttentionKind, from: SQL, since: SQL, amount = sql`null`) =>
    sql`select ${kind}::text as kind, count(*)::int as count, to_char(min(${since}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, ${amount}::text as amount from ${from}`;
  const each = [
    counted(
      'incidents-open',
      sql`${networkIncidents} where ${networkIncidents.status} = 'open' and ${networkIncidents.startsAt} <= ${at}`,
      sql`${networkIncidents.startsAt}`,
    ),
    counted(
      'chats-waiting',
      sql`${chatSessions} where ${chatSessions.status} = 'waiting'`,
      sql`${chatSessions.waitingSince}`,
    ),
    counted(
      'call-backs-due',
      sql`${callBacks} where ${callBacks.endedAt} is null and ${callBacks.dueAt} <= ${at}`,
      sql`${callBacks.dueAt}`,
    ),
    counted(
      'tickets-overdue',
      sql`${supportTickets} where ${supportTickets.status} in ('open', 'in-progress') and ${ticketDueAt} < ${at}`,
      ticketDueAt,
    ),
    counted(
      'logins-shared',
      sql`${sharedLogins} where ${sharedLogins.dismissedAt} is null and ${sharedLogins.times} >= 2`,
      sql`${sharedLogins.firstAt}`,
    ),
    counted('payments-review', sql`${payments} where ${payments.status} = 'review'`, sql`${payments.createdAt}`),
    counted(
      'refunds-approval',
      sql`${refunds} where ${refunds.status} = 'awaiting-approval'`,
      sql`${refunds.createdAt}`,
    ),
    counted(
      'refunds-to-pay-out',
      sql`${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId} where ${refundIsToPayOut}
        and ${refunds.updatedAt} < ${at}::timestamptz - interval '1 day'`,
      sql`${refunds.updatedAt}`,
    ),
    counted(
      'settlement-findings',
      sql`${gatewaySettlementFindings} where ${gatewaySettlementFindings.resolvedAt} is null`,
      sql`${gatewaySettlementFindings.foundAt}`,
    ),
    counted(
      'bank-lines-waiting',
      sql`${bankLines} where ${bankLines.status} <> 'matched'`,
      sql`(${bankLines.bookedOn}::timestamp at time zone 'Africa/Lagos')`,
    ),
    counted(
      'endpoints-failing',
      sql`${webhookEndpoints} where ${webhookEndpoints.failingSince} is not null and (${webhookEndpoints.isOn} or ${webhookEndpoints.offReason} <> 'staff')`,
      sql`${webhookEndpoints.failingSince}`,
    ),
  ];
  const registrations = [
    counted('e-invoices-refused', sql`${eInvoices} where ${eInvoices.status} = 'refused'`, sql`${eInvoices.createdAt}`),
    counted(
      'e-invoices-late',
      sql`${eInvoices} where ${eInvoices.status} in ('waiting', 'unknown') and ${eInvoices.createdAt} <= ${at}::timestamptz - ${LATE_AFTER}`,
      sql`${eInvoices.createdAt}`,
    ),
  ];
  const transfers = [
    counted(
      'money-unmatched',
      sql`${incomingTransfers} where ${incomingTransfers.status} in ('waiting', 'returning')`,
      sql`${incomingTransfers.receivedAt}`,
      bookableSum,
    ),
  ];
  const all = [...each, ...(hasEInvoicing ? registrations : []), ...(hasAccountNumbers ? transfers : [])];
  const { rows } = await queryable.execute<Counted>(sql.join(all, sql` union all `));
  return rows.map(({ amount, ...row }) =>
    amount === null ? row : { ...row, amount: nairaFromKobo(koboFromDecimal(amount)) },
  );
}

/**
 * What somebody has to do something about at a moment, in the order of urgency; nothing that is in
 * order; what an operator has not switched on is not asked for. Each is counted by an index of such rows alone.
 */
export async function listAttention(queryable: Queryable, now: Date, scope: AttentionScope): Promise<Attention[]> {
  const [rows, ...others] = await Promise.all([
    countRows(queryable, now, scope),
    countWaitingApprovals(queryable, now).then((waiting) => ({ kind: 'identity-approvals' as const, ...waiting })),
    countFailedWebhooks(queryable).then((count) => ({ kind: 'webhooks-failed' as const, count, since: null })),
    countFailedMessages(queryable).then((channels) => ({
      kind: 'messages-failed' as const,
      count: channels.reduce((total, channel) => total + channel.total, 0),
      since: null,
    })),
    countOverdueGrievances(queryable, now).then((overdue) => ({ kind: 'grievances-overdue' as const, ...overdue })),
  ]);
  const found = [...rows, ...others].filter(({ count }) => count > 0);
  return attentionKinds.flatMap((kind) => found.filter((each) => each.kind === kind));
}
