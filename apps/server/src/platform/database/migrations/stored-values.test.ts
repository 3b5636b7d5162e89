import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../find-violations.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrateDatabase } from './migrate.ts';

vi.setConfig({ hookTimeout: 30_000 });

const REFERENCE = 'PSTOREDVALUES01';
const GUARDED = 'audit records are never changed';

/**
 * A month that was paid for with too much, of which the gateway has refunded a part since, and one
 * row of each other renamed value: as migration 0001 stores them.
 */
const ROWS = [
  `insert into users (id, email, email_key, password_hash, referral_code) values
     (1, 'ada@mail.example', 'ada@mail.example', 'x', 'ADA'), (2, 'staff@mail.example', 'staff@mail.example', 'x', 'STAFF')`,
  `insert into service_plans (region, name, speed, download_mbps, price, type, features, position)
   values ('abuja', 'Home', '20 Mbps', 20, 10000, 'residential', '[]', 1)`,
  `insert into user_subscriptions (user_id, plan_id, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select 1, id, '2026-11-01', '2026-12-01', 1, price, 1 from service_plans`,
  `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, received, sent_back, checks, status, quote, email, description, paid_at)
   select '${REFERENCE}', 1, id, plan_id, 1, 'paystack', 10000, 12000, 3000, 4, 'successful',
     '{"lines": [{"label": "Home", "amountKobo": 1000000}]}', 'x', 'x', '2026-11-01'
   from user_subscriptions`,
  `insert into subscription_periods (subscription_id, period_number, plan_id, monthly_fee, payment_id, starts_at, ends_at)
   select subscription_id, 1, plan_id, amount, id, '2026-11-01', '2026-12-01' from payments`,
  `insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot)
   select 'RCT-1', 2026, 1, id, 1, received, 697.67, '{}' from payments`,
  `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at, payment_id)
   select 'INV-1', 2026, 1, 1, subscription_id, 1, 'period', 'paid', amount, 697.67, quote, '2026-11-01', '2026-11-01', id from payments`,
  `insert into credit_notes (credit_note_number, year, sequence, invoice_id, user_id, total, vat, issued_at)
   select 'CRN-1', 2026, 1, id, 1, 3000, 209.30, '2026-11-02' from invoices`,
  `insert into number_series values ('RCT', 2026, 1), ('INV', 2026, 1), ('CRN', 2026, 1)`,
  `insert into ledger_entries (transaction_key, account, user_id, payment_id, amount)
   select key, account, 1, id, entry.amount from payments, (values
     ('payment:${REFERENCE}', 'gateway:paystack', 10000), ('payment:${REFERENCE}', 'revenue', -10000),
     ('surplus:${REFERENCE}', 'gateway:paystack', 2000), ('surplus:${REFERENCE}', 'credit', -2000),
     ('sent-back:${REFERENCE}:300000', 'gateway:paystack', -3000), ('sent-back:${REFERENCE}:300000', 'revenue', 3000)
   ) as entry (key, account, amount)`,
  `insert into credit_balances values (1, 2000)`,
  `insert into payment_events (payment_id, kind, source, details)
   select id, kind, source, details::jsonb from payments, (values
     ('under-way-again', 'sweep', '{}'),
     ('confirmed', 'comparison', '{"reference": "${REFERENCE}", "currency": "NGN", "amountKobo": 1200000}'),
     ('period-granted', 'webhook', '{}'),
     ('sent-back-there', 'comparison', '{}'),
     ('sent-back-booked', 'staff', '{}')
   ) as event (kind, source, details)`,
  `insert into gateway_discrepancies (gateway, reference, kind, ours, theirs, their_status, found_at) values
     ('paystack', '${REFERENCE}', 'sent-back', 1, 2, 'refund 1', now()), ('paystack', '${REFERENCE}', 'other-amount', 3, 4, 'paid', now()),
     ('paystack', 'PXXXXXXXXXXXXX0', 'not-in-books', null, 5, 'paid', now())`,
  `insert into gateway_reconciliations (gateway, next_at, compared_until) values ('paystack', now(), '2026-11-03')`,
  `insert into access_reconciliations (day, compared_at, total) values ('2026-11-03', '2026-11-03', 0)`,
  `insert into network_incidents (kind, severity, status, area, title, starts_at, ends_at)
   values ('incident', 'major', 'resolved', 'Abuja', 'Fibre cut', '2026-11-04', '2026-11-06')`,
  `insert into outage_credits (incident_id, state, area, starts_at, ends_at, apply_at, created_at)
   select id, 'done', area, starts_at, ends_at, ends_at, ends_at from network_incidents`,
  `insert into outage_credit_lines (incident_id, subscription_id, user_id, lost_ms, state, changed_at)
   select incident_id, id, 1, 1000, 'given', now() from outage_credits, user_subscriptions`,
  `insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps)
   values (1, 'ada', 'change-speed', 'returned', '10.0.0.1', 's', 20)`,
  `insert into support_tickets (user_id, subject, description, contact_by, resolve_by, contacted_at)
   values (1, 'x', 'x', '2026-11-05', '2026-11-06', '2026-11-04')`,
  `insert into announcements (form_id, kind, title, text, audience, expected, reached, reached_until, last_user_id, author_id, created_at)
   values (gen_random_uuid(), 'service', 'x', 'x', 'everybody', 3, 2, 1, 1, 2, now())`,
  `insert into notices (user_id, notice_key, kind, values) values
     (1, 'surplus:${REFERENCE}', 'payment-overpaid', '{}'), (1, 'sent-back:${REFERENCE}:300000', 'payment-part-refunded', '{}'),
     (1, 'auto-pay-ahead:1', 'auto-pay-ahead', '{}'), (1, 'payment-review:1', 'payment-checked', '{}'),
     (1, 'outage:1', 'outage-compensated', '{}')`,
  `insert into outbox_messages (message_key, channel, recipient, text) values
     ('surplus:${REFERENCE}', 'email', 'x', '"kind":"payment-checked"'), ('sent-back:${REFERENCE}:300000', 'email', 'x', 'x'),
     ('auto-pay-ahead:1', 'email', 'x', 'x'), ('ticket-desk:1', 'email', 'x', 'x'), ('chat-desk:1:2', 'email', 'x', 'x'),
     ('push:1:1', 'push', '1', '{"id":1,"kind":"auto-pay-ahead","values":{"plan":"\\"kind\\":\\"auto-pay-ahead\\""}}'),
     ('push:2:1', 'push', '1', '{"id":2,"kind":"payment-checked","values":{}}'),
     ('push:3:1', 'push', '1', '{"id":3,"kind":"outage-compensated","values":{}}')`,
  `insert into audit_records (actor_id, action, subject, before, after) values
     (2, 'payment.sent-back', 'payment:1', '{"sentBack": 0}', '{"sentBack": 1000, "reason": "x"}'),
     (2, 'payment.sent-back', 'payment:1', '{"refundedOutside": 1000}', '{"refundedOutside": 3000}'),
     (2, 'payment.difference-closed', 'payment:1', '{"gateway": "paystack", "kind": "sent-back"}', '{"reason": "x"}'),
     (2, 'payment.difference-closed', 'payment:1', '{"gateway": "paystack", "kind": "not-in-books"}', '{"reason": "x"}'),
     (2, 'payment.difference-closed', 'payment:1', '{"gateway": "paystack", "kind": "not-paid"}', '{"reason": "x"}'),
     (2, 'network.settle-line', 'customer:1', null, null),
     (2, 'ticket.change', 'ticket:1', '{"contactBy": 1, "resolveBy": 2, "contactedAt": null}', '{"contactBy": 3, "resolveBy": 4, "contactedAt": 5}'),
     (2, 'ticket.change', 'ticket:1', '{"status": "open"}', '{"status": "closed"}'),
     (2, 'announcement.stop', 'announcement:1', '{"state": "sending"}', '{"state": "stopped", "reached": 200}'),
     (2, 'referral.clear', 'referral:1', null, null),
     (2, 'ticket.note', 'ticket:1', null, '{"kind": "sent-back"}')`,
];

let testDatabase: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client(testDatabase.poolConfig);
  await client.connect();
  const older = readMigrationFiles({ migrationsFolder: import.meta.dirname }).slice(0, 2);
  await client.query('drop schema public cascade; create schema public');
  for (const statement of older.flatMap(({ sql }) => sql)) await client.query(statement);
  await client.query('delete from drizzle.__drizzle_migrations where created_at > $1', [older.at(-1)?.folderMillis]);
  for (const rows of ROWS) await client.query(rows);
});
afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});

/** Each row as an array of its columns. */
async function rowsOf(text: string): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
}

describe('a database of before the values were renamed', () => {
  it('is left as it was, and guarded, when a row cannot be renamed', async () => {
    await client.query(
      `insert into notices (user_id, notice_key, kind, values) values (1, 'overpayment:${REFERENCE}', 'x', '{}')`,
    );
    await expect(migrateDatabase(testDatabase.poolConfig)).rejects.toThrow();
    expect(await rowsOf('select sent_back from payments')).toEqual([['3000.00']]);
    await expect(client.query('delete from audit_records')).rejects.toThrow(GUARDED);
    await client.query(`delete from notices where notice_key like 'overpayment:%'`);
  });

  it('is migrated, and its ledger is right', async () => {
    await migrateDatabase(testDatabase.poolConfig);
    expect(await findViolations(client)).toEqual([]);
  });

  it('has its columns under their new names', async () => {
    expect(
      await rowsOf(`select refunded_outside, check_count, extract(day from reconciled_until), extract(day from reconciled_at)
        from payments, gateway_reconciliations, access_reconciliations`),
    ).toEqual([['3000.00', 4, '3', '3']]);
    expect(
      await rowsOf('select ledger_amount, gateway_amount, gateway_status from gateway_discrepancies order by id'),
    ).toEqual([
      ['1.00', '2.00', 'refund 1'],
      ['3.00', '4.00', 'paid'],
      [null, '5.00', 'paid'],
    ]);
    expect(
      await rowsOf(`select extract(day from first_response_due_at), extract(day from resolution_due_at),
          extract(day from first_response_at), delivered, delivered_until, credit_ms
        from support_tickets, announcements, outage_credit_lines`),
    ).toEqual([['5', '6', '4', 2, 1, '1000']]);
  });

  it('has each value under its new name', async () => {
    expect(await rowsOf('select kind, source from payment_events order by id')).toEqual([
      ['reopened', 'polling'],
      ['confirmed', 'reconciliation'],
      ['period-added', 'webhook'],
      ['refunded-outside', 'reconciliation'],
      ['external-refund-recorded', 'staff'],
    ]);
    expect(await rowsOf('select kind from gateway_discrepancies order by id')).toEqual([
      ['refunded-outside'],
      ['other-amount'],
      ['unknown-reference'],
    ]);
    expect(
      await rowsOf('select line.state, action.reason from outage_credit_lines line, radius_actions action'),
    ).toEqual([['credited', 'restored']]);
  });

  it('has each key under its new name, wherever it is stored', async () => {
    const [overpayment, refund] = [`overpayment:${REFERENCE}`, `external-refund:${REFERENCE}:300000`];
    expect(await rowsOf('select transaction_key from ledger_entries group by 1 order by min(id)')).toEqual([
      [`payment:${REFERENCE}`],
      [overpayment],
      [refund],
    ]);
    expect(await rowsOf('select notice_key, kind from notices order by id')).toEqual([
      [overpayment, 'payment-overpaid'],
      [refund, 'payment-part-refunded'],
      ['auto-pay-upcoming:1', 'auto-pay-upcoming'],
      ['payment-review:1', 'payment-in-review'],
      ['outage:1', 'outage-credited'],
    ]);
    expect(await rowsOf('select message_key, text from outbox_messages order by id')).toEqual([
      [overpayment, '"kind":"payment-checked"'],
      [refund, 'x'],
      ['auto-pay-upcoming:1', 'x'],
      ['staff-ticket:1', 'x'],
      ['unattended-chat:1:2', 'x'],
      ['push:1:1', '{"id":1,"kind":"auto-pay-upcoming","values":{"plan":"\\"kind\\":\\"auto-pay-ahead\\""}}'],
      ['push:2:1', '{"id":2,"kind":"payment-in-review","values":{}}'],
      ['push:3:1', '{"id":3,"kind":"outage-credited","values":{}}'],
    ]);
  });

  it.each([
    [
      'ledger_entries_once',
      `insert into ledger_entries (transaction_key, account, amount) values ('overpayment:${REFERENCE}', 'credit', 0)`,
    ],
    [
      'ledger_entries_once',
      `insert into ledger_entries (transaction_key, account, amount) values ('external-refund:${REFERENCE}:300000', 'revenue', 0)`,
    ],
    [
      'gateway_discrepancies_once',
      `insert into gateway_discrepancies (gateway, reference, kind, gateway_status, found_at) values ('paystack', '${REFERENCE}', 'refunded-outside', 'x', now())`,
    ],
    [
      'notices_notice_key_unique',
      `insert into notices (user_id, notice_key, kind, values) values (1, 'auto-pay-upcoming:1', 'x', '{}')`,
    ],
  ])('books and tells nothing a second time: %s', async (constraint, again) => {
    await expect(client.query(again)).rejects.toMatchObject({ code: '23505', constraint });
  });

  it('has its audit records under the new names, with what they say of discrepancies', async () => {
    expect(await rowsOf('select action, before, after from audit_records order by id')).toEqual([
      ['payment.external-refund', { refundedOutside: 0 }, { refundedOutside: 1000, reason: 'x' }],
      ['payment.external-refund', { refundedOutside: 1000 }, { refundedOutside: 3000 }],
      ['payment.discrepancy-closed', { gateway: 'paystack', kind: 'refunded-outside' }, { reason: 'x' }],
      ['payment.discrepancy-closed', { gateway: 'paystack', kind: 'unknown-reference' }, { reason: 'x' }],
      ['payment.discrepancy-closed', { gateway: 'paystack', kind: 'not-paid' }, { reason: 'x' }],
      ['network.sync-line', null, null],
      [
        'ticket.change',
        { firstResponseDueAt: 1, resolutionDueAt: 2, firstResponseAt: null },
        { firstResponseDueAt: 3, resolutionDueAt: 4, firstResponseAt: 5 },
      ],
      ['ticket.change', { status: 'open' }, { status: 'closed' }],
      ['announcement.stop', { state: 'sending' }, { state: 'stopped', delivered: 200 }],
      ['referral.approve-reward', null, null],
      ['ticket.note', null, { kind: 'sent-back' }],
    ]);
  });

  it.each(['update audit_records set action = action', 'delete from audit_records', 'truncate audit_records'])(
    'guards its audit records again: %s',
    async (statement) => {
      await expect(client.query(statement)).rejects.toThrow(GUARDED);
    },
  );
});
