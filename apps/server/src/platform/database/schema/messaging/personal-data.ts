import { declarePersonalData } from '../personal-data.ts';
import { notices, notificationChoices, outboxMessages, pushSubscriptions } from './notification.ts';

/** What each table of messaging holds about people; children before parents. */
export const messagingPersonalData = [
  declarePersonalData(notices, {
    columns: {
      id: 'none',
      userId: 'link',
      noticeKey: 'none',
      kind: 'none',
      values: 'text',
      createdAt: 'none',
      readAt: 'none',
      publishedAt: 'none',
    },
    purpose: 'messages',
    owner: 'user_id = {person}',
    onDeletion: 'delete',
    kept: { column: 'created_at', months: 12, by: 'rows', why: 'As long as the messages about the same events' },
  }),
  declarePersonalData(notificationChoices, {
    columns: {
      userId: 'link',
      serviceUpdates: 'none',
      billReminders: 'none',
      promotionalOffers: 'none',
      language: 'none',
      updatedAt: 'none',
    },
    purpose: 'messages',
    owner: 'user_id = {person}',
    onDeletion: 'delete',
    kept: 'account',
  }),
  declarePersonalData(outboxMessages, {
    columns: {
      id: 'none',
      messageKey: 'link',
      channel: 'none',
      recipient: 'contact',
      subject: 'text',
      text: 'text',
      html: 'text',
      invoiceNumber: 'none',
      promotional: 'none',
      fallback: 'text',
      attempts: 'none',
      failedAt: 'none',
      lastError: 'none',
      nextAttemptAt: 'none',
      expiresAt: 'none',
      sentAt: 'none',
      givenUpAt: 'none',
      provider: 'none',
      providerMessageId: 'none',
      delivery: 'none',
      reportedAt: 'none',
      createdAt: 'none',
    },
    purpose: 'messages',
    // To them, and about them to others.
    owner: `lower(recipient) = any({contacts})
      or channel = 'push' and recipient in (select id::text from push_subscriptions where user_id = {person})
      or lower(recipient) in (select lower(bill_contact_email) from company_billing where account_id = any({accounts}))
      or message_key in (select 'account-invitation:' || id from account_invitations where account_id = any({accounts}))
      or message_key in (select 'staff-ticket:' || id from support_tickets where user_id = any({accounts}))
      or message_key in (select 'payment-review:' || reference from payments where user_id = any({accounts}))
      or message_key in (select 'refund-failed:' || r.reference from refunds r
        join payments p on p.id = r.payment_id where p.user_id = any({accounts}))
      or message_key in (select 'sales-request:' || request_number from sales_requests where lower(email) = any({contacts}))`,
    onDeletion: 'delete',
    kept: {
      column: 'created_at',
      months: 12,
      by: 'partition',
      why: 'NCC Consumer Code of Practice: records of charges for 12 months; the content of a message is deleted once it is delivered',
    },
  }),
  declarePersonalData(pushSubscriptions, {
    columns: {
      id: 'none',
      userId: 'link',
      sid: 'secret',
      endpoint: 'device',
      p256dh: 'secret',
      auth: 'secret',
      createdAt: 'none',
    },
    purpose: 'messages',
    owner: 'user_id = {person}',
    onDeletion: 'delete',
    kept: 'account',
  }),
];
