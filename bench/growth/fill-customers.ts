import type pg from 'pg';
import { seedPortal, withClient } from '../portal/seed-bench-data.ts';

const PAID_MONTHS = 2;
const USAGE_MONTHS = 6;

/** What a customer of some months has besides payments: every fifth a ticket, every twentieth a chat. */
const HISTORY = [
  // What their triggers do.
  'insert into accounts (id, contact_id) select id, id from users on conflict do nothing',
  "insert into account_people (account_id, user_id, role) select id, id, 'owner' from users on conflict do nothing",
  'insert into lines (id, account_id, created_at) select id, id, created_at from accounts on conflict do nothing',
  // The renewal job has nothing to do until the bench lets a day be due.
  'update user_subscriptions set next_step_at = null',
  `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at, payment_id, paid_at)
   select 'INV-' || year || '-' || lpad(sequence::text, 7, '0'), year, sequence, user_id, subscription_id, period_number, 'period', 'paid', amount,
          round(amount * 75 / 1075, 2), jsonb_build_object('seller', party, 'buyer', party, 'planName', description, 'speed', '20 Mbps',
            'periodStart', paid_at, 'periodEnd', paid_at + interval '1 month', 'lines', quote -> 'lines'), paid_at, paid_at, id, paid_at
   from (select y.*, extract(year from paid_at at time zone 'Africa/Lagos')::int as year,
                row_number() over (partition by extract(year from paid_at at time zone 'Africa/Lagos') order by paid_at, reference) as sequence
         from payments y) numbered,
        lateral (select '{"name": "Bench", "address": "Lagos", "taxId": null, "registrationNumber": null, "email": "x@bench.example", "phone": null}'::jsonb as party) p`,
  `insert into number_series (series, year, last_number) select 'INV', year, max(sequence) from invoices group by year`,
  `insert into notices (user_id, notice_key, kind, values, created_at, read_at, published_at)
   select u.id, 'bench:' || u.id || ':' || n, 'payment-received', '{"plan": "Home", "amount": "₦18,600", "reference": "PB"}', now() - n * interval '20 days',
          case when n > 1 then now() end, now()
   from users u, generate_series(1, 4) n`,
  `insert into support_tickets (user_id, subject, description, status, first_response_due_at, resolution_due_at, first_response_at, resolved_at, created_at, updated_at)
   select u.id, 'The line is slow in the evening', 'Since last week.', case when u.id % 400 = 0 then 'open' else 'resolved' end, now() + interval '4 hours',
          now() + interval '72 hours', now(), case when u.id % 400 = 0 then null else now() end, now() - interval '30 days', now()
   from users u where u.id % 5 = 0`,
  `insert into ticket_replies (ticket_id, author_id, from_staff, body, client_reply_id)
   select t.id, t.user_id, false, 'It is still slow.', 'bench' || n from support_tickets t, generate_series(1, 2) n`,
  `insert into chat_sessions (id, user_id, status, created_at, waiting_since, closed_at, close_reason, last_seq, last_message_at)
   select gen_random_uuid(), id, 'closed', now() - interval '40 days', now() - interval '40 days', now() - interval '39 days', 'resolved', 10, now() - interval '39 days'
   from users where id % 20 = 0`,
  `insert into chat_messages (session_id, month, seq, sender, sender_id, content, created_at)
   select c.id, c.month, n, 'user', c.user_id, 'Message ' || n || ' of a conversation, as long as people write.', c.created_at + n * interval '20 seconds'
   from chat_sessions c, generate_series(1, 10) n`,
  `insert into speed_test_results (user_id, download_speed, upload_speed, ping, timestamp)
   select u.id, 95, 40, 9, now() - n * interval '9 days' from users u, generate_series(1, 2) n`,
  `insert into usage_data (user_id, period, data_used, data_limit)
   select u.id, to_char(now() - m * interval '1 month', 'YYYY-MM'), 50 + m, 150 from users u, generate_series(0, ${USAGE_MONTHS - 1}) m`,
  // Delivered mails have no content any more. Their trigger, which looks for each key in all months,
  // is for the keys of a running portal.
  `insert into outbox_messages (message_key, channel, recipient, subject, text, sent_at, created_at)
   select 'bench:' || u.id || ':' || n, 'email', u.email, 'Your payment has arrived', '', now(), now() - n * interval '1 minute'
   from users u, generate_series(1, 4) n`,
  `insert into audit_records (actor_id, action, subject, after)
   select u.id, 'ticket.change', 'ticket:' || n, '{"status": "closed"}' from (select min(id) as id from users) u,
     generate_series(1, (select count(*) / 5 from users)) n`,
];

/**
 * Fills the empty database of a portal with customers who have been there for some months. Triggers
 * and foreign keys are off meanwhile: the rows are right, and checking each takes longer than writing
 * it.
 */
export async function fillCustomers(database: pg.ClientConfig, passwordHash: string, customers: number): Promise<void> {
  const unchecked = { ...database, options: '-c session_replication_role=replica -c work_mem=256MB' };
  await seedPortal(unchecked, passwordHash, customers, PAID_MONTHS);
  await withClient(unchecked, async (client) => {
    for (const statement of HISTORY) await client.query(statement);
  });
}
