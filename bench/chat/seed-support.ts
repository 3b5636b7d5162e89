import type pg from 'pg';
import { withClient } from '../portal/seed-bench-data.ts';

export const CUSTOMERS = 100_000;
const CHATS = 20_000;
const MESSAGES_EACH = 50;
const WAITING = 60;
const ACTIVE = 40;

/**
 * Names as they repeat in a real customer list, a verified phone for every second customer, a plan
 * for each.
 */
const ROWS = [
  `insert into users (email, email_key, password_hash, first_name, last_name, phone, referral_code, created_at)
   select 'person' || n || '@desk.example', 'person' || n || '@desk.example', 'nobody signs in',
          (array['Amina','Chinedu','Ngozi','Tunde','Bola','Ifeanyi','Hauwa','Sade','Emeka','Zainab'])[1 + n % 10] || (n % 97),
          (array['Bello','Okafor','Adeyemi','Musa','Eze','Balogun','Danjuma','Obi'])[1 + n % 8] || (n % 89),
          case when n % 2 = 0 then '+23480' || lpad(n::text, 8, '0') end, 'DESK' || n, now() - n * interval '3 minutes'
   from generate_series(1, ${CUSTOMERS}) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select u.id, p.id, 'active', now() - interval '20 days', now() + interval '10 days', extract(day from now()), p.price, 1
   from users u
   join (select id, price, row_number() over (order by position) - 1 as place from service_plans where is_active) p
     on p.place = u.id % 10
   where u.email like '%@desk.example'`,
  `insert into support_tickets (user_id, subject, description, status, first_response_due_at, resolution_due_at, first_response_at, resolved_at, created_at, updated_at)
   select u.id, 'The line is slow in the evening', 'Since last week.', case when u.id % 40 = 0 then 'open' else 'resolved' end,
          u.created_at + interval '4 hours', u.created_at + interval '72 hours', u.created_at + interval '1 hour',
          case when u.id % 40 = 0 then null else u.created_at + interval '1 day' end, u.created_at, u.created_at
   from users u where u.email like '%@desk.example' and u.id % 2 = 0`,
  `insert into chat_sessions (id, user_id, status, agent_id, created_at, waiting_since, accepted_at, closed_at, close_reason, last_seq, last_message_at)
   select gen_random_uuid(), u.id,
          case when place <= ${WAITING} then 'waiting' when place <= ${WAITING + ACTIVE} then 'active' else 'closed' end,
          case when place > ${WAITING} then $1::int end, u.created_at, u.created_at, case when place > ${WAITING} then u.created_at end,
          case when place > ${WAITING + ACTIVE} then u.created_at + interval '20 minutes' end,
          case when place > ${WAITING + ACTIVE} then 'resolved' end, ${MESSAGES_EACH}, u.created_at
   from (select *, row_number() over (order by id) as place from users where email like '%@desk.example') u
   where place <= ${CHATS}`,
  `insert into chat_messages (session_id, seq, sender, sender_id, content, created_at)
   select c.id, n, case when n % 2 = 1 then 'user' else 'agent' end, case when n % 2 = 1 then c.user_id else $1::int end,
          'Message ' || n || ' of a conversation, as long as people write.', c.created_at + n * interval '20 seconds'
   from chat_sessions c, generate_series(1, ${MESSAGES_EACH}) n`,
  'analyze',
];

/**
 * 100,000 customers with a plan, 50,000 tickets and 1,000,000 messages in 20,000 chats, all of them
 * once taken by `agentId`.
 */
export async function seedSupport(connection: pg.ClientConfig, agentId: number): Promise<void> {
  await withClient(connection, async (client) => {
    for (const statement of ROWS) await client.query(statement, statement.includes('$1') ? [agentId] : []);
  });
}
