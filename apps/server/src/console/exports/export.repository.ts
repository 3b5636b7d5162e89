import type { ExportKind } from '@portal/contract/console/exports';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { agentSales, agents } from '../../platform/database/schema/billing/agent.ts';
import { chargeProducts, oneOffCharges } from '../../platform/database/schema/billing/charge.ts';
import { eInvoices } from '../../platform/database/schema/billing/e-invoice.ts';
import { creditNotes, invoices, receipts } from '../../platform/database/schema/billing/invoice.ts';
import { creditBalances, ledgerEntries } from '../../platform/database/schema/billing/ledger.ts';
import { payments, refunds } from '../../platform/database/schema/billing/payment.ts';
import { usageData, userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { voucherBatches, vouchers } from '../../platform/database/schema/billing/voucher.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { earlierPayments } from '../../platform/database/schema/console/import.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { accounts } from '../../platform/database/schema/identity/account-people.ts';
import { auditRecords } from '../../platform/database/schema/identity/audit.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import { mailbox } from '../../platform/database/schema/identity/mailbox.ts';
import { outboxMessages } from '../../platform/database/schema/messaging/notification.ts';
import { networkLines } from '../../platform/database/schema/network/network-access.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';
import { chatMessages, chatNotes, chatSessions } from '../../platform/database/schema/support/chat.ts';
import { chatContactSessions, chatContacts } from '../../platform/database/schema/support/chat-contact.ts';
import { supportTickets, ticketReplies } from '../../platform/database/schema/support/ticket.ts';
import { amount, type ExportColumn, text, times, whole } from './export-column.repository.ts';
import type { ColumnKind } from './workbook/sheet-column.policy.ts';

/**
 * One file: its columns, and the unique, indexed key by which it is read page by page: `key` and,
 * where that is not unique, a whole number within it; `only` leaves rows out. Money is naira with two
 * decimals.
 */
type Export = {
  readonly columns: Readonly<Record<string, ExportColumn>>;
  readonly from: SQL;
  readonly only?: SQL;
  readonly key: SQL;
  readonly keyType: 'bigint' | 'uuid' | 'text';
  readonly within?: SQL;
};

/** What was recorded, with null in place of an address that was made up. */
const recorded = (content: SQLWrapper) =>
  sql`regexp_replace((${content})::text, '"[^"@]*@(phone|deleted)\.invalid"', 'null', 'g')`;

/** How a document stands at the tax authority; empty where it is not registered. */
const REGISTRATION: Export['columns'] = {
  e_invoice: text(sql`case when ${eInvoices.status} = 'registered' then ${eInvoices.irn} end`),
  e_invoice_status: text(eInvoices.status),
  ...times('registered_at', eInvoices.registeredAt),
};

const EXPORTS: Readonly<Record<ExportKind, Export>> = {
  customers: {
    columns: {
      id: text(users.id),
      account_number: text(accounts.number),
      first_name: text(users.firstName),
      last_name: text(users.lastName),
      email: text(mailbox(users.email)),
      phone: text(users.phone),
      area: text(customerAreas.area),
      credit: amount(sql`coalesce(${creditBalances.balance}, 0.00)`),
      disabled: text(users.disabled),
      ...times('created_at', users.createdAt),
    },
    from: sql`${users} join ${accounts} on ${accounts.id} = ${users.id}
      left join ${creditBalances} on ${creditBalances.userId} = ${users.id}
      left join ${customerAreas} on ${customerAreas.lineId} = ${users.id}`,
    // Staff have an account like everybody; customers among them are those with a plan.
    only: sql`(${users.role} = 'customer' or exists (select from ${lines} join ${userSubscriptions}
      on ${userSubscriptions.lineId} = ${lines.id} where ${lines.accountId} = ${users.id}))`,
    key: sql`${users.id}`,
    keyType: 'bigint',
  },
  lines: {
    columns: {
      line_id: text(lines.id),
      subscription_id: text(userSubscriptions.id),
      customer_id: text(lines.accountId),
      account_number: text(accounts.number),
      label: text(lines.label),
      place: text(lines.place),
      area: text(customerAreas.area),
      plan: text(servicePlans.name),
      status: text(userSubscriptions.status),
      monthly_fee: amount(userSubscriptions.monthlyFee),
      ...times('started_at', userSubscriptions.startDate),
      ...times('paid_until', userSubscriptions.nextRenewal),
      auto_pay: text(userSubscriptions.autoPay),
      network_login: text(sql`case when ${userSubscriptions.status} <> 'cancelled' then ${networkLines.username} end`),
      ...times('cancelled_at', userSubscriptions.cancelledAt),
      ...times('created_at', userSubscriptions.createdAt),
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
      invoice_number: text(invoices.invoiceNumber),
      customer_id: text(invoices.userId),
      subscription_id: text(invoices.subscriptionId),
      kind: text(invoices.kind),
      status: text(invoices.status),
      buyer: text(sql`${invoices.snapshot} #>> '{buyer,name}'`),
      description: text(sql`${invoices.snapshot} ->> 'planName'`),
      total: amount(invoices.total),
      vat: amount(invoices.vat),
      ...times('issued_at', invoices.issuedAt),
      ...times('due_at', invoices.dueAt),
      ...times('paid_at', invoices.paidAt),
      ...times('voided_at', invoices.voidedAt),
      ...REGISTRATION,
    },
    from: sql`${invoices} left join ${eInvoices} on ${eInvoices.invoiceId} = ${invoices.id}`,
    key: sql`${invoices.invoiceNumber}`,
    keyType: 'text',
  },
  'credit-notes': {
    columns: {
      credit_note_number: text(creditNotes.creditNoteNumber),
      invoice_number: text(invoices.invoiceNumber),
      customer_id: text(creditNotes.userId),
      total: amount(creditNotes.total),
      vat: amount(creditNotes.vat),
      ...times('issued_at', creditNotes.issuedAt),
      ...REGISTRATION,
    },
    from: sql`${creditNotes} join ${invoices} on ${invoices.id} = ${creditNotes.invoiceId}
      left join ${eInvoices} on ${eInvoices.creditNoteId} = ${creditNotes.id}`,
    key: sql`${creditNotes.creditNoteNumber}`,
    keyType: 'text',
  },
  charges: {
    columns: {
      id: text(oneOffCharges.id),
      customer_id: text(oneOffCharges.userId),
      subscription_id: text(oneOffCharges.subscriptionId),
      product: text(chargeProducts.name),
      quantity: whole(oneOffCharges.quantity),
      invoice_number: text(oneOffCharges.invoiceNumber),
      charged_by: text(oneOffCharges.chargedBy),
      ...times('created_at', oneOffCharges.createdAt),
      ...times('refunded_at', oneOffCharges.refundedAt),
    },
    from: sql`${oneOffCharges} join ${chargeProducts} on ${chargeProducts.id} = ${oneOffCharges.productId}`,
    key: sql`${oneOffCharges.id}`,
    keyType: 'uuid',
  },
  payments: {
    columns: {
      reference: text(payments.reference),
      customer_id: text(payments.userId),
      subscription_id: text(payments.subscriptionId),
      gateway: text(payments.gateway),
      gateway_reference: text(payments.gatewayReference),
      channel: text(payments.channel),
      status: text(payments.status),
      amount: amount(payments.amount),
      credit_used: amount(payments.creditUsed),
      currency: text(payments.currency),
      description: text(payments.description),
      email: text(mailbox(payments.email)),
      ...times('created_at', payments.createdAt),
      ...times('paid_at', payments.paidAt),
    },
    from: sql`${payments}`,
    key: sql`${payments.reference}`,
    keyType: 'text',
  },
  receipts: {
    columns: {
      receipt_number: text(receipts.receiptNumber),
      reference: text(payments.reference),
      customer_id: text(receipts.userId),
      total: amount(receipts.total),
      vat: amount(receipts.vatIncluded),
      ...times('issued_at', receipts.issuedAt),
    },
    from: sql`${receipts} join ${payments} on ${payments.id} = ${receipts.paymentId}`,
    key: sql`${receipts.receiptNumber}`,
    keyType: 'text',
  },
  refunds: {
    columns: {
      reference: text(refunds.reference),
      payment_reference: text(payments.reference),
      customer_id: text(payments.userId),
      amount: amount(refunds.amount),
      status: text(refunds.status),
      reason: text(refunds.reason),
      requested_by: text(refunds.requestedBy),
      approved_by: text(refunds.approvedBy),
      ...times('created_at', refunds.createdAt),
    },
    from: sql`${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}`,
    key: sql`${refunds.reference}`,
    keyType: 'text',
  },
  // What an import brought over for reading: no money of the ledger.
  'earlier-payments': {
    columns: {
      id: text(earlierPayments.id),
      customer_id: text(earlierPayments.userId),
      source: text(earlierPayments.source),
      number: text(earlierPayments.number),
      amount: amount(earlierPayments.amount),
      ...times('paid_at', earlierPayments.paidAt),
      method: text(earlierPayments.method),
      plan: text(earlierPayments.planName),
      ...times('paid_until', earlierPayments.paidUntil),
      description: text(earlierPayments.description),
    },
    from: sql`${earlierPayments}`,
    key: sql`${earlierPayments.id}`,
    keyType: 'uuid',
  },
  // By its serial number: nobody has the PIN but whoever holds the voucher.
  vouchers: {
    columns: {
      serial: text(
        sql`lpad(${vouchers.batch}::text, greatest(4, length(${vouchers.batch}::text)), '0') || '-' || lpad(${vouchers.index}::text, 5, '0')`,
      ),
      batch: text(vouchers.batch),
      agent: text(agents.name),
      amount: amount(vouchers.amount),
      status: text(vouchers.status),
      ...times('issued_at', voucherBatches.issuedAt),
      ...times('expires_at', vouchers.expiresAt),
      ...times('used_at', vouchers.usedAt),
      used_by_way_of: text(vouchers.via),
      customer_id: text(payments.userId),
      payment_reference: text(payments.reference),
      stop_reason: text(
        sql`coalesce(${vouchers.stopReason}, case when ${vouchers.status} = 'stopped' then ${voucherBatches.stopReason} end)`,
      ),
    },
    from: sql`${vouchers} join ${voucherBatches} on ${voucherBatches.number} = ${vouchers.batch}
      left join ${agents} on ${agents.id} = ${voucherBatches.agentId}
      left join ${payments} on ${payments.id} = ${vouchers.paymentId}`,
    key: sql`${vouchers.batch}`,
    keyType: 'bigint',
    within: sql`${vouchers.index}`,
  },
  'agent-sales': {
    columns: {
      reference: text(payments.reference),
      agent_id: text(agentSales.agentId),
      agent: text(agents.name),
      customer_id: text(payments.userId),
      amount: amount(sql`coalesce(${payments.received}, ${payments.amount})`),
      commission: amount(agentSales.commission),
      status: text(payments.status),
      receipt_number: text(receipts.receiptNumber),
      ...times('created_at', agentSales.createdAt),
    },
    from: sql`${agentSales} join ${payments} on ${payments.id} = ${agentSales.paymentId}
      join ${agents} on ${agents.id} = ${agentSales.agentId}
      left join ${receipts} on ${receipts.paymentId} = ${payments.id}`,
    key: sql`${agentSales.paymentId}`,
    keyType: 'uuid',
  },
  ledger: {
    columns: {
      id: text(ledgerEntries.id),
      transaction: text(ledgerEntries.transactionKey),
      account: text(ledgerEntries.account),
      customer_id: text(ledgerEntries.userId),
      payment_reference: text(payments.reference),
      amount: amount(ledgerEntries.amount),
      ...times('created_at', ledgerEntries.createdAt),
    },
    from: sql`${ledgerEntries} left join ${payments} on ${payments.id} = ${ledgerEntries.paymentId}`,
    key: sql`${ledgerEntries.id}`,
    keyType: 'bigint',
  },
  usage: {
    columns: {
      line_id: text(lines.id),
      customer_id: text(lines.accountId),
      month: text(usageData.period),
      download_bytes: whole(usageData.downloadBytes),
      upload_bytes: whole(usageData.uploadBytes),
      used_gb: amount(usageData.dataUsed),
      limit_gb: amount(usageData.dataLimit),
      ...times('updated_at', usageData.updatedAt),
    },
    from: sql`${usageData} join ${lines} on ${lines.id} = ${usageData.lineId}`,
    key: sql`${usageData.id}`,
    keyType: 'uuid',
  },
  plans: {
    columns: {
      id: text(servicePlans.id),
      region: text(servicePlans.region),
      name: text(servicePlans.name),
      speed: text(servicePlans.speed),
      data_limit_gb: whole(servicePlans.dataLimitGb),
      price: amount(servicePlans.price),
      type: text(servicePlans.type),
      active: text(servicePlans.isActive),
      ...times('created_at', servicePlans.createdAt),
    },
    from: sql`${servicePlans}`,
    key: sql`${servicePlans.id}`,
    keyType: 'uuid',
  },
  tickets: {
    columns: {
      number: text(supportTickets.number),
      customer_id: text(supportTickets.userId),
      category: text(supportTickets.category),
      priority: text(supportTickets.priority),
      status: text(supportTickets.status),
      subject: text(supportTickets.subject),
      description: text(supportTickets.description),
      ...times('created_at', supportTickets.createdAt),
      ...times('first_response_at', supportTickets.firstResponseAt),
      ...times('resolved_at', supportTickets.resolvedAt),
      ...times('closed_at', supportTickets.closedAt),
    },
    from: sql`${supportTickets}`,
    key: sql`${supportTickets.number}`,
    keyType: 'bigint',
  },
  'ticket-replies': {
    columns: {
      id: text(ticketReplies.id),
      ticket_number: text(supportTickets.number),
      author_id: text(ticketReplies.authorId),
      from_staff: text(ticketReplies.fromStaff),
      internal_note: text(ticketReplies.isNote),
      text: text(ticketReplies.body),
      ...times('created_at', ticketReplies.createdAt),
    },
    from: sql`${ticketReplies} join ${supportTickets} on ${supportTickets.id} = ${ticketReplies.ticketId}`,
    key: sql`${ticketReplies.id}`,
    keyType: 'bigint',
  },
  chats: {
    columns: {
      id: text(chatSessions.id),
      customer_id: text(sql`coalesce(${chatSessions.userId}, ${chatContacts.userId})`),
      channel: text(sql`coalesce(${chatContacts.channel}, 'web')`),
      status: text(chatSessions.status),
      agent_id: text(chatSessions.agentId),
      ...times('created_at', chatSessions.createdAt),
      ...times('accepted_at', chatSessions.acceptedAt),
      ...times('first_reply_at', chatSessions.firstReplyAt),
      ...times('last_message_at', chatSessions.lastMessageAt),
      ...times('closed_at', chatSessions.closedAt),
      close_reason: text(chatSessions.closeReason),
      messages: whole(chatSessions.lastSeq),
      ticket_number: text(chatSessions.ticketNumber),
    },
    from: sql`${chatSessions}
      left join ${chatContactSessions} on ${chatContactSessions.sessionId} = ${chatSessions.id}
      left join ${chatContacts} on ${chatContacts.id} = ${chatContactSessions.contactId}`,
    key: sql`${chatSessions.id}`,
    keyType: 'uuid',
  },
  'chat-messages': {
    columns: {
      chat_id: text(chatMessages.sessionId),
      number: text(chatMessages.seq),
      sender: text(sql`case ${chatMessages.sender} when 'user' then 'customer' else 'agent' end`),
      sender_id: text(chatMessages.senderId),
      text: text(chatMessages.content),
      ...times('created_at', chatMessages.createdAt),
    },
    from: sql`${chatMessages}`,
    key: sql`${chatMessages.sessionId}`,
    keyType: 'uuid',
    within: sql`${chatMessages.seq}`,
  },
  'chat-notes': {
    columns: {
      id: text(chatNotes.id),
      chat_id: text(chatNotes.sessionId),
      author_id: text(chatNotes.authorId),
      after_message: whole(chatNotes.afterSeq),
      text: text(chatNotes.content),
      ...times('created_at', chatNotes.createdAt),
    },
    from: sql`${chatNotes}`,
    key: sql`${chatNotes.id}`,
    keyType: 'uuid',
  },
  // The content of a mail is not kept once it is sent.
  messages: {
    columns: {
      id: text(outboxMessages.id),
      channel: text(outboxMessages.channel),
      recipient: text(mailbox(outboxMessages.recipient)),
      subject: text(outboxMessages.subject),
      event: text(outboxMessages.messageKey),
      ...times('created_at', outboxMessages.createdAt),
      ...times('sent_at', outboxMessages.sentAt),
      ...times('failed_at', outboxMessages.failedAt),
    },
    // A push is named by the address of a browser, which is a secret of its owner.
    from: sql`(select * from ${outboxMessages} where channel <> 'push') as ${outboxMessages}`,
    key: sql`${outboxMessages.id}`,
    keyType: 'bigint',
  },
  audit: {
    columns: {
      id: text(auditRecords.id),
      actor_id: text(auditRecords.actorId),
      actor_kind: text(auditRecords.actorKind),
      actor_program: text(auditRecords.actorProgram),
      actor_key_id: text(auditRecords.actorKeyId),
      action: text(auditRecords.action),
      subject: text(auditRecords.subject),
      before: text(recorded(auditRecords.before)),
      after: text(recorded(auditRecords.after)),
      ...times('created_at', auditRecords.createdAt),
    },
    from: sql`${auditRecords}`,
    key: sql`${auditRecords.id}`,
    keyType: 'bigint',
  },
};

/** The columns of a file by their names, in their order. */
export function columnsOf(kind: ExportKind): { readonly name: string; readonly kind: ColumnKind }[] {
  return Object.entries(EXPORTS[kind].columns).map(([name, column]) => ({ name, kind: column.kind }));
}

/** `after`: the last key of the page before. */
export type ExportPage = { readonly after: ExportedRow['key'] | null; readonly limit: number };

export type ExportedRow = {
  readonly key: readonly [key: string, within: string | null];
  readonly cells: readonly (string | null)[];
};

/** The rows after the key `after`, as text in the order of `columnsOf`; null without a value. */
export async function listExported(queryable: Queryable, kind: ExportKind, page: ExportPage): Promise<ExportedRow[]> {
  const { columns, from, only = sql`true`, key, within } = EXPORTS[kind];
  const cells = Object.values(columns).map(({ value }) => sql`(${value})::text`);
  const order = within ? sql`${key}, ${within}` : key;
  const { rows } = await queryable.execute<ExportedRow>(
    sql`select array[(${key})::text, (${within ?? sql`null`})::text] as key, array[${sql.join(cells, sql`, `)}] as cells
      from ${from} where ${only} and ${rowsAfter(page.after, kind)} order by ${order} limit ${page.limit}`,
  );
  return rows;
}

function rowsAfter(after: ExportPage['after'], kind: ExportKind): SQL {
  if (after === null) return sql`true`;
  const { key, keyType, within } = EXPORTS[kind];
  const last = sql`${after[0]}::${sql.raw(keyType)}`;
  return within ? sql`(${key}, ${within}) > (${last}, ${after[1]}::integer)` : sql`${key} > ${last}`;
}
