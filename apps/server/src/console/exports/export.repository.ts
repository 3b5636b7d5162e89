import type { ExportKind } from '@portal/contract/console/exports';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { chargeProducts, oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { creditBalances, ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import { usageData, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { earlierPayments } from '../../platform/database/schema/console/import.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';
import { chatMessages, chatNotes, chatSessions } from '../../platform/database/schema/support/chat.ts';
import { supportTickets, ticketReplies } from '../../platform/database/schema/support/ticket.ts';

/**
 * One file: its columns, and the unique, indexed key by which it is read page by page: `key` and,
 * where that is not unique, a whole number within it. Money is naira with two decimals, times are
 * ISO 8601 in UTC.
 */
type Export = {
  readonly columns: Readonly<Record<string, SQL>>;
  readonly from: SQL;
  readonly key: SQL;
  readonly keyType: 'bigint' | 'uuid' | 'text';
  readonly within?: SQL;
};

const time = (column: { readonly name: string } | SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const EXPORTS: Readonly<Record<ExportKind, Export>> = {
  customers: {
    columns: {
      id: sql`${users.id}`,
      account_number: sql`${accounts.number}`,
      first_name: sql`${users.firstName}`,
      last_name: sql`${users.lastName}`,
      email: sql`${users.email}`,
      phone: sql`${users.phone}`,
      area: sql`${customerAreas.area}`,
      credit: sql`coalesce(${creditBalances.balance}, 0.00)`,
      disabled: sql`${users.disabled}`,
      created_at: time(users.createdAt),
    },
    from: sql`${users} join ${accounts} on ${accounts.id} = ${users.id}
      left join ${creditBalances} on ${creditBalances.userId} = ${users.id}
      left join ${customerAreas} on ${customerAreas.lineId} = ${users.id}`,
    key: sql`${users.id}`,
    keyType: 'bigint',
  },
  lines: {
    columns: {
      line_id: sql`${lines.id}`,
      subscription_id: sql`${userSubscriptions.id}`,
      customer_id: sql`${lines.accountId}`,
      account_number: sql`${accounts.number}`,
      label: sql`${lines.label}`,
      place: sql`${lines.place}`,
      area: sql`${customerAreas.area}`,
      plan: sql`${servicePlans.name}`,
      status: sql`${userSubscriptions.status}`,
      monthly_fee: sql`${userSubscriptions.monthlyFee}`,
      started_at: time(userSubscriptions.startDate),
      paid_until: time(userSubscriptions.nextRenewal),
      auto_pay: sql`${userSubscriptions.autoPay}`,
      network_login: sql`case when ${userSubscriptions.status} <> 'cancelled' then ${networkLines.username} end`,
      cancelled_at: time(userSubscriptions.cancelledAt),
      created_at: time(userSubscriptions.createdAt),
    },
    from: sql`${userSubscriptions} join ${lines} on ${lines.id} = ${userSubscriptions.lineId}
      join ${accounts} on ${accounts.id} = ${lines.accountId}
      join ${servicePlans} on ${servicePlans.id} = ${userSubscriptions.planId}
      left join ${customerAreas} on ${customerAreas.lineId} = ${lines.id}
      left join ${networkLines} on ${networkLines.lineId} = ${lines.id}`,
    key: sql`${userSubscriptions.id}`,
    keyType: 'uuid',
  },
  invoices: {
    columns: {
      invoice_number: sql`${invoices.invoiceNumber}`,
      customer_id: sql`${invoices.userId}`,
      subscription_id: sql`${invoices.subscriptionId}`,
      kind: sql`${invoices.kind}`,
      status: sql`${invoices.status}`,
      buyer: sql`${invoices.snapshot} #>> '{buyer,name}'`,
      description: sql`${invoices.snapshot} ->> 'planName'`,
      total: sql`${invoices.total}`,
      vat: sql`${invoices.vat}`,
      issued_at: time(invoices.issuedAt),
      due_at: time(invoices.dueAt),
      paid_at: time(invoices.paidAt),
      voided_at: time(invoices.voidedAt),
    },
    from: sql`${invoices}`,
    key: sql`${invoices.invoiceNumber}`,
    keyType: 'text',
  },
  'credit-notes': {
    columns: {
      credit_note_number: sql`${creditNotes.creditNoteNumber}`,
      invoice_number: sql`${invoices.invoiceNumber}`,
      customer_id: sql`${creditNotes.userId}`,
      total: sql`${creditNotes.total}`,
      vat: sql`${creditNotes.vat}`,
      issued_at: time(creditNotes.issuedAt),
    },
    from: sql`${creditNotes} join ${invoices} on ${invoices.id} = ${creditNotes.invoiceId}`,
    key: sql`${creditNotes.creditNoteNumber}`,
    keyType: 'text',
  },
  charges: {
    columns: {
      id: sql`${oneOffCharges.id}`,
      customer_id: sql`${oneOffCharges.userId}`,
      subscription_id: sql`${oneOffCharges.subscriptionId}`,
      product: sql`${chargeProducts.name}`,
      quantity: sql`${oneOffCharges.quantity}`,
      invoice_number: sql`${oneOffCharges.invoiceNumber}`,
      charged_by: sql`${oneOffCharges.chargedBy}`,
      created_at: time(oneOffCharges.createdAt),
      refunded_at: time(oneOffCharges.refundedAt),
    },
    from: sql`${oneOffCharges} join ${chargeProducts} on ${chargeProducts.id} = ${oneOffCharges.productId}`,
    key: sql`${oneOffCharges.id}`,
    keyType: 'uuid',
  },
  payments: {
    columns: {
      reference: sql`${payments.reference}`,
      customer_id: sql`${payments.userId}`,
      subscription_id: sql`${payments.subscriptionId}`,
      gateway: sql`${payments.gateway}`,
      gateway_reference: sql`${payments.gatewayReference}`,
      channel: sql`${payments.channel}`,
      status: sql`${payments.status}`,
      amount: sql`${payments.amount}`,
      credit_used: sql`${payments.creditUsed}`,
      currency: sql`${payments.currency}`,
      description: sql`${payments.description}`,
      email: sql`${payments.email}`,
      created_at: time(payments.createdAt),
      paid_at: time(payments.paidAt),
    },
    from: sql`${payments}`,
    key: sql`${payments.reference}`,
    keyType: 'text',
  },
  receipts: {
    columns: {
      receipt_number: sql`${receipts.receiptNumber}`,
      reference: sql`${payments.reference}`,
      customer_id: sql`${receipts.userId}`,
      total: sql`${receipts.total}`,
      vat: sql`${receipts.vatIncluded}`,
      issued_at: time(receipts.issuedAt),
    },
    from: sql`${receipts} join ${payments} on ${payments.id} = ${receipts.paymentId}`,
    key: sql`${receipts.receiptNumber}`,
    keyType: 'text',
  },
  refunds: {
    columns: {
      reference: sql`${refunds.reference}`,
      payment_reference: sql`${payments.reference}`,
      customer_id: sql`${payments.userId}`,
      amount: sql`${refunds.amount}`,
      status: sql`${refunds.status}`,
      reason: sql`${refunds.reason}`,
      requested_by: sql`${refunds.requestedBy}`,
      approved_by: sql`${refunds.approvedBy}`,
      created_at: time(refunds.createdAt),
    },
    from: sql`${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}`,
    key: sql`${refunds.reference}`,
    keyType: 'text',
  },
  // What an import brought over for reading: no money of the ledger.
  'earlier-payments': {
    columns: {
      id: sql`${earlierPayments.id}`,
      customer_id: sql`${earlierPayments.userId}`,
      source: sql`${earlierPayments.source}`,
      number: sql`${earlierPayments.number}`,
      amount: sql`${earlierPayments.amount}`,
      paid_at: time(earlierPayments.paidAt),
      method: sql`${earlierPayments.method}`,
      plan: sql`${earlierPayments.planName}`,
      paid_until: time(earlierPayments.paidUntil),
      description: sql`${earlierPayments.description}`,
    },
    from: sql`${earlierPayments}`,
    key: sql`${earlierPayments.id}`,
    keyType: 'uuid',
  },
  ledger: {
    columns: {
      id: sql`${ledgerEntries.id}`,
      transaction: sql`${ledgerEntries.transactionKey}`,
      account: sql`${ledgerEntries.account}`,
      customer_id: sql`${ledgerEntries.userId}`,
      payment_reference: sql`${payments.reference}`,
      amount: sql`${ledgerEntries.amount}`,
      created_at: time(ledgerEntries.createdAt),
    },
    from: sql`${ledgerEntries} left join ${payments} on ${payments.id} = ${ledgerEntries.paymentId}`,
    key: sql`${ledgerEntries.id}`,
    keyType: 'bigint',
  },
  usage: {
    columns: {
      line_id: sql`${lines.id}`,
      customer_id: sql`${lines.accountId}`,
      month: sql`${usageData.period}`,
      download_bytes: sql`${usageData.downloadBytes}`,
      upload_bytes: sql`${usageData.uploadBytes}`,
      used_gb: sql`${usageData.dataUsed}`,
      limit_gb: sql`${usageData.dataLimit}`,
      updated_at: time(usageData.updatedAt),
    },
    from: sql`${usageData} join ${lines} on ${lines.id} = ${usageData.lineId}`,
    key: sql`${usageData.id}`,
    keyType: 'uuid',
  },
  plans: {
    columns: {
      id: sql`${servicePlans.id}`,
      region: sql`${servicePlans.region}`,
      name: sql`${servicePlans.name}`,
      speed: sql`${servicePlans.speed}`,
      data_limit_gb: sql`${servicePlans.dataLimitGb}`,
      price: sql`${servicePlans.price}`,
      type: sql`${servicePlans.type}`,
      active: sql`${servicePlans.isActive}`,
      created_at: time(servicePlans.createdAt),
    },
    from: sql`${servicePlans}`,
    key: sql`${servicePlans.id}`,
    keyType: 'uuid',
  },
  tickets: {
    columns: {
      number: sql`${supportTickets.number}`,
      customer_id: sql`${supportTickets.userId}`,
      category: sql`${supportTickets.category}`,
      priority: sql`${supportTickets.priority}`,
      status: sql`${supportTickets.status}`,
      subject: sql`${supportTickets.subject}`,
      description: sql`${supportTickets.description}`,
      created_at: time(supportTickets.createdAt),
      first_response_at: time(supportTickets.firstResponseAt),
      resolved_at: time(supportTickets.resolvedAt),
      closed_at: time(supportTickets.closedAt),
    },
    from: sql`${supportTickets}`,
    key: sql`${supportTickets.number}`,
    keyType: 'bigint',
  },
  'ticket-replies': {
    columns: {
      id: sql`${ticketReplies.id}`,
      ticket_number: sql`${supportTickets.number}`,
      author_id: sql`${ticketReplies.authorId}`,
      from_staff: sql`${ticketReplies.fromStaff}`,
      internal_note: sql`${ticketReplies.isNote}`,
      text: sql`${ticketReplies.body}`,
      created_at: time(ticketReplies.createdAt),
    },
    from: sql`${ticketReplies} join ${supportTickets} on ${supportTickets.id} = ${ticketReplies.ticketId}`,
    key: sql`${ticketReplies.id}`,
    keyType: 'bigint',
  },
  chats: {
    columns: {
      id: sql`${chatSessions.id}`,
      customer_id: sql`${chatSessions.userId}`,
      status: sql`${chatSessions.status}`,
      agent_id: sql`${chatSessions.agentId}`,
      created_at: time(chatSessions.createdAt),
      accepted_at: time(chatSessions.acceptedAt),
      first_reply_at: time(chatSessions.firstReplyAt),
      last_message_at: time(chatSessions.lastMessageAt),
      closed_at: time(chatSessions.closedAt),
      close_reason: sql`${chatSessions.closeReason}`,
      messages: sql`${chatSessions.lastSeq}`,
      ticket_number: sql`${chatSessions.ticketNumber}`,
    },
    from: sql`${chatSessions}`,
    key: sql`${chatSessions.id}`,
    keyType: 'uuid',
  },
  'chat-messages': {
    columns: {
      chat_id: sql`${chatMessages.sessionId}`,
      number: sql`${chatMessages.seq}`,
      sender: sql`case ${chatMessages.sender} when 'user' then 'customer' else 'agent' end`,
      sender_id: sql`${chatMessages.senderId}`,
      text: sql`${chatMessages.content}`,
      created_at: time(chatMessages.createdAt),
    },
    from: sql`${chatMessages}`,
    key: sql`${chatMessages.sessionId}`,
    keyType: 'uuid',
    within: sql`${chatMessages.seq}`,
  },
  'chat-notes': {
    columns: {
      id: sql`${chatNotes.id}`,
      chat_id: sql`${chatNotes.sessionId}`,
      author_id: sql`${chatNotes.authorId}`,
      after_message: sql`${chatNotes.afterSeq}`,
      text: sql`${chatNotes.content}`,
      created_at: time(chatNotes.createdAt),
    },
    from: sql`${chatNotes}`,
    key: sql`${chatNotes.id}`,
    keyType: 'uuid',
  },
  // The content of a mail is not kept once it is sent.
  messages: {
    columns: {
      id: sql`${outboxMessages.id}`,
      channel: sql`${outboxMessages.channel}`,
      recipient: sql`${outboxMessages.recipient}`,
      subject: sql`${outboxMessages.subject}`,
      event: sql`${outboxMessages.messageKey}`,
      created_at: time(outboxMessages.createdAt),
      sent_at: time(outboxMessages.sentAt),
      failed_at: time(outboxMessages.failedAt),
    },
    // A push is named by the address of a browser, which is a secret of its owner.
    from: sql`(select * from ${outboxMessages} where channel <> 'push') as ${outboxMessages}`,
    key: sql`${outboxMessages.id}`,
    keyType: 'bigint',
  },
  audit: {
    columns: {
      id: sql`${auditRecords.id}`,
      actor_id: sql`${auditRecords.actorId}`,
      actor_kind: sql`${auditRecords.actorKind}`,
      actor_program: sql`${auditRecords.actorProgram}`,
      actor_key_id: sql`${auditRecords.actorKeyId}`,
      action: sql`${auditRecords.action}`,
      subject: sql`${auditRecords.subject}`,
      before: sql`${auditRecords.before}`,
      after: sql`${auditRecords.after}`,
      created_at: time(auditRecords.createdAt),
    },
    from: sql`${auditRecords}`,
    key: sql`${auditRecords.id}`,
    keyType: 'bigint',
  },
};

export function columnsOf(kind: ExportKind): string[] {
  return Object.keys(EXPORTS[kind].columns);
}

/** `after`: the last key of the page before. */
export type ExportPage = { readonly after: ExportedRow['key'] | null; readonly limit: number };

export type ExportedRow = {
  readonly key: readonly [key: string, within: string | null];
  readonly cells: readonly (string | null)[];
};

/** The rows after the key `after`, as text in the order of `columnsOf`; null without a value. */
export async function listExported(queryable: Queryable, kind: ExportKind, page: ExportPage): Promise<ExportedRow[]> {
  const { columns, from, key, within } = EXPORTS[kind];
  const cells = Object.values(columns).map((column) => sql`(${column})::text`);
  const order = within ? sql`${key}, ${within}` : key;
  const { rows } = await queryable.execute<ExportedRow>(
    sql`select array[(${key})::text, (${within ?? sql`null`})::text] as key, array[${sql.join(cells, sql`, `)}] as cells
      from ${from} where ${rowsAfter(page.after, kind)} order by ${order} limit ${page.limit}`,
  );
  return rows;
}

function rowsAfter(after: ExportPage['after'], kind: ExportKind): SQL {
  if (after === null) return sql`true`;
  const { key, keyType, within } = EXPORTS[kind];
  const last = sql`${after[0]}::${sql.raw(keyType)}`;
  return within ? sql`(${key}, ${within}) > (${last}, ${after[1]}::integer)` : sql`${key} > ${last}`;
}
