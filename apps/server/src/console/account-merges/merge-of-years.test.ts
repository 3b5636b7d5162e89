import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { untilServed } from '../../testing/send-at-once.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const MONTHS = 36;
/** Of each month. */
const NOTICES = 30;

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

/** A customer with three years of payments and their documents, notices, tickets and chats. */
async function livedThreeYears(): Promise<Customer> {
  const customer = await bed.createCustomer();
  await bed.pay(customer);
  const { id } = customer;
  const values = [id, MONTHS];
  await bed.rows(
    `with paid as (
       insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, quote, email, description, status, created_at, paid_at)
       select 'Y' || p.user_id || '-' || n, p.user_id, p.subscription_id, p.plan_id, 0, 'paystack', 25000, p.quote, p.email, p.description, 'successful',
         now() - n * interval '1 month', now() - n * interval '1 month'
       from payments p, generate_series(1, $2::int) n where p.user_id = $1 returning id, user_id, reference
     ), received as (
       insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot)
       select reference, -user_id, row_number() over (), id, user_id, 25000, 0, '{}' from paid
     )
     insert into invoices (invoice_number, year, sequence, user_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at, payment_id)
     select reference, -user_id, row_number() over (), user_id, 0, 'charge', 'paid', 25000, 0, '{}', now(), now(), id from paid`,
    values,
  );
  await bed.rows(
    `insert into notices (user_id, notice_key, kind, values)
     select $1, 'years:' || $1::int || ':' || n, 'bill-due', '{}' from generate_series(1, $2::int * ${NOTICES}) n`,
    values,
  );
  await bed.rows(
    `insert into support_tickets (user_id, subject, description) select $1, 'No light', 'x' from generate_series(1, $2::int)`,
    values,
  );
  await bed.rows(
    `with talked as (
       insert into chat_sessions (id, user_id, status, closed_at, month)
       select gen_random_uuid(), $1, 'closed', now(), date_trunc('month', now())::date from generate_series(1, $2::int) returning id, month
     ) insert into chat_messages (session_id, month, seq, sender, sender_id, content)
       select id, month, n, 'user', $1, 'x' from talked, generate_series(1, 20) n`,
    values,
  );
  return customer;
}

it('two accounts with three years each become one, and two again, with every row', async () => {
  const [first, second] = [await bed.createStaff(), await bed.createStaff()];
  const [from, into] = [await livedThreeYears(), await livedThreeYears()];
  const order = {
    from: from.id,
    into: into.id,
    dryRun: false,
    identifiedBy: 'Identity card seen',
    reason: 'Registered twice',
  };
  const asked = await bed.call(first, 'POST', '/api/staff/account-merges', order);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const waiting = await bed.call(second, 'GET', `/api/staff/identity-approvals?customer=${from.id}&state=waiting`);
  const decision = `/api/staff/identity-approvals/${waiting.body[0].id}/decision`;
  const beganAt = performance.now();
  const decided = await untilServed(() => bed.call(second, 'POST', decision, { approve: true, reason: 'Card seen' }));
  const mergedAt = performance.now();
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  const count = async (table: string, id: number) =>
    Number((await bed.rows(`select count(*) from ${table} where user_id = $1`, [id]))[0]?.count);
  for (const table of ['payments', 'receipts', 'invoices', 'support_tickets', 'chat_sessions', 'notices']) {
    expect(await count(table, into.id), table).toBeGreaterThanOrEqual(2 * MONTHS);
  }
  expect(await count('payments', from.id)).toBe(0);
  const undoneFrom = performance.now();
  const undone = await first.browser.delete(`/api/staff/account-merges/${asked.body.merge.id}?reason=x`);
  const undoneAt = performance.now();
  expect(undone.statusCode, undone.body).toBe(200);
  expect(await count('payments', from.id)).toBe(MONTHS + 1);
  console.log(
    `merged in ${Math.round(mergedAt - beganAt)} ms, taken apart in ${Math.round(undoneAt - undoneFrom)} ms (goal: 2,000 ms)`,
  );
});
