import { declarePersonalData } from '../personal-data.ts';
import { consentRecords } from './consent.ts';
import { notices, notificationChoices, outboxMessages, pushSubscriptions } from './notification.ts';

/** What each table of messaging holds about people; children before parents. */
export const messagingPersonalData = [
  declarePersonalData(consentRecords, {
    columns: {
      id: 'none',
      userId: 'link',
      consent: 'none',
      given: 'none',
      textVersion: 'none',
      source: 'none',
      actorId: 'link',
      createdAt: 'none',
    },
    purpose: 'privacy',
    owner: 'user_id = {person}',
    // It shows that every message was allowed, and names nobody.
    onDeletion: 'keep',
    retention: 'accounting',
  }),
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
    retention: { column: 'created_at', months: 12, by: 'rows', why: 'As long as the messages about the same events' },
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
    retention: 'account',
  }),
  declarePersonalData(outboxMessages, {
    columns: {
      id: 'none',
      userId: 'link',
      messageKey: 'link',
      channel: 'none',
      recipient: 'contact',
      subject: 'text',
      text: 'text',
      html: 'text',
      thread: 'none',
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
    owner: `id in (
      select id from outbox_messages where recipient = any({contacts})
      union all select m.id from push_subscriptions p
        join outbox_messages m on m.channel = 'push' and m.recipient = p.id::text where p.user_id = {person}
      union all select m.id from company_billing b
        join outbox_messages m on m.recipient = b.bill_contact_email where b.account_id = any({accounts})
      union all select id from outbox_messages where message_key = any(array(
        select 'account-invitation:' || id from account_invitations where account_id = any({accounts})
        union all select 'staff-ticket:' || id from support_tickets where user_id = any({accounts})
        union all select 'payment-review:' || reference from payments where user_id = any({accounts})
        union all select 'refund-failed:' || r.reference from refunds r
          join payments p on p.id = r.payment_id where p.user_id = any({accounts})
        union all select 'sales-request:' || request_number from sales_requests where lower(email) = any({contacts})
      )))`,
    onDeletion: 'delete',
    retention: {
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
    retention: 'account',
  }),
];
