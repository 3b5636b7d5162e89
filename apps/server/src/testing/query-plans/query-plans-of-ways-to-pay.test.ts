import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  findAccountsBy,
  findAgentOf,
  findSaleByRequest,
  listSaleRows,
  sumEntriesByDay,
  sumOwedBefore,
  sumSales,
} from '../../billing/agents/agent.repository.ts';
import {
  findOwners,
  findSilence,
  findTransfer,
  listKnownTransfers,
  listTransferRows,
} from '../../billing/incoming-transfers/incoming-transfer.repository.ts';
import {
  claimDueMandates,
  countAwaiting,
  findByCodes,
  hintMandates,
  listOwnMandates,
} from '../../billing/mandates/mandate.repository.ts';
import {
  claimDueRequests,
  listNumbers,
  listRequests,
  listRequestsBy,
  sharesContact,
} from '../../billing/virtual-accounts/virtual-account.repository.ts';
import { countVouchers, listBatchRows, listExpiring } from '../../billing/vouchers/batches/batch.repository.ts';
import { findVoucherByCode, findVoucherRow } from '../../billing/vouchers/voucher.repository.ts';
import { findPayCode } from '../../channels/pay-codes/pay-code.repository.ts';
import { findByCode } from '../../channels/quick-pay/quick-pay.repository.ts';
import { countAnswers, listWaitingTexts } from '../../channels/sms-menu/inbound-text.repository.ts';
import { endUssdSession, findCallerLanguage } from '../../channels/ussd/ussd-session.repository.ts';
import {
  claimEvents,
  findMessageToRead,
  finishEvent,
  measureEvents,
} from '../../channels/whatsapp/events/event.repository.ts';
import {
  claimSends,
  listFailedSends,
  listSilentNotices,
  moveSend,
} from '../../channels/whatsapp/sends/send.repository.ts';
import { type Ask, createFilledDatabase, readPlans } from './read-plans.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const TODAY = '2026-11-22T12:00:00Z';
const NOW = `timestamptz '${TODAY}'`;
const MANY = 10_000;
const AGE = `interval '3 years' * (1 - n / $1::float8)`;

/** Customers who have paid by each way for three years, the newest last; of batches and agents there are few. */
const ROWS = [
  `insert into users (id, email, email_key, password_hash, referral_code, phone, phone_verified_at, created_at)
   select n, 'person' || n || '@mail.example', 'person' || n || '@mail.example', 'x', 'CODE' || n, '+23480' || lpad(n::text, 8, '0'), ${NOW}, ${NOW} - ${AGE}
   from generate_series(1, $1::int) n`,
  `insert into user_subscriptions (user_id, plan_id, status, start_date, next_renewal, anchor_day, monthly_fee, paid_periods)
   select n, (select id from service_plans limit 1), 'active', ${NOW}, ${NOW}, 1, 1000, 1 from generate_series(1, $1::int) n`,
  `insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, amount, status, quote, email, description, created_at, paid_at)
   select 'PW' || lpad(n::text, 13, '0'), n, s.id, s.plan_id, 1, 'agent', 1000, 'successful', '{}', 'x', 'x', ${NOW} - ${AGE}, ${NOW} - ${AGE}
   from generate_series(1, $1::int) n join user_subscriptions s on s.user_id = n`,
  `insert into agents (name, commission_basis_points, staff_id, created_by, created_at)
   select 'Agent ' || n, 300, n, 1, ${NOW} from generate_series(1, 1000) n where $1::int > 0`,
  `insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot, issued_at)
   select 'RCP-' || user_id, 2026, user_id, id, user_id, amount, 0, '{}', paid_at from payments where $1::int > 0`,
  `insert into agent_sales (payment_id, client_request_id, agent_id, commission, created_at)
   select id, 'sale-' || user_id, 1 + user_id % 100, 1, created_at from payments where $1::int > 0`,
  `insert into ledger_entries (transaction_key, account, user_id, payment_id, amount, created_at)
   select 'payment:' || reference, account, user_id, id, sign, created_at
   from payments, lateral (values ('agent:' || 1 + user_id % 100, 1), ('revenue', -1)) as e (account, sign) where $1::int > 0`,
  `insert into voucher_batches (amount, count, expires_at, agent_id, discount, status, created_by, created_at)
   select 1000, 100, ${NOW} + interval '1 year', 1 + n % 100, 0, 'issued', 1, ${NOW} from generate_series(1, 100) n where $1::int > 0`,
  `insert into vouchers (batch, index, pin_hash, amount, expires_at, status)
   select 1 + n % 100, 1 + n / 100, 'hash ' || n, 1000, case when n % 1000 = 0 then ${NOW} - interval '1 day' else ${NOW} + interval '1 year' end,
     case when n % 3 = 0 then 'used' else 'issued' end from generate_series(0, $1::int - 1) n`,
  `insert into mandates (user_id, subscription_id, provider, reference, status, email, wording, code_hash, next_check_at, created_at)
   select user_id, id, 'paystack', 'M' || user_id, case user_id % 20 when 0 then 'awaiting-approval' when 1 then 'approved' else 'active' end,
     'person' || user_id || '@mail.example', 'x', 'code ' || user_id, case when user_id % 50 = 0 then ${NOW} end, ${NOW}
   from user_subscriptions where $1::int > 0`,
  `insert into virtual_account_requests (account_id, provider, reference, provider_reference, status, next_attempt_at, created_at)
   select n, (array['paystack', 'monnify', 'flutterwave'])[1 + n % 3], 'V' || n, 'CUS' || n, case n % 100 when 0 then 'requested' else 'active' end,
     case n % 100 when 0 then ${NOW} end, ${NOW} from generate_series(1, $1::int) n`,
  `insert into virtual_accounts (request_id, account_id, provider, bank, account_number, account_name, status, opened_at)
   select id, account_id, provider, 'Wema Bank', lpad(account_id::text, 10, '9'), 'x', 'active', ${NOW} from virtual_account_requests where $1::int > 0`,
  `insert into incoming_transfers (provider, reference, transaction_id, session_id, amount, currency, account_number, source, status, received_at)
   select (array['paystack', 'monnify', 'flutterwave'])[1 + n % 3], 'T' || n, 'T' || n, 'S' || n, 1000, 'NGN', lpad(n::text, 10, '9'), 'webhook',
     case n % 1000 when 0 then 'waiting' else 'settled' end, ${NOW} - ${AGE} from generate_series(1, $1::int) n`,
  `insert into pay_codes (code, account_id, created_at) select 'code' || n, n, ${NOW} from generate_series(1, $1::int) n`,
  `insert into ussd_sessions (session_key, gateway, phone, language, state, entries, entries_digest, last_answer, started_at, answered_at)
   select 'key ' || n, 'africas-talking', '+23480' || lpad((n % 5000)::text, 8, '0'), 'ha', '{}', 1, 'x', 'x', ${NOW} - ${AGE}, ${NOW}
   from generate_series(1, $1::int) n`,
  `insert into inbound_texts (provider, provider_id, sender, body, received_at, handled_at, keyword, outcome)
   select 'termii', n::text, '+23480' || lpad((n % 5000)::text, 8, '0'), '', ${NOW} - ${AGE}, case when n % 1000 > 0 then ${NOW} - ${AGE} end, 'balance', 'answered'
   from generate_series(1, $1::int) n`,
  `insert into whatsapp_events (event_key, kind, sender, raw, state, next_attempt_at, received_at)
   select 'message:wamid.' || n, 'message', '23480' || n % 5000, '{}', case n % 1000 when 0 then 'stored' else 'done' end, ${NOW} - ${AGE}, ${NOW} - ${AGE}
   from generate_series(1, $1::int) n`,
  `insert into whatsapp_sends (purpose, send_key, recipient, state, wamid, state_at, created_at, next_attempt_at)
   select 'notice', 'key ' || n, '23480' || n % 5000, case n % 1000 when 0 then 'queued' when 1 then 'failed' when 2 then 'unknown' else 'read' end,
     'wamid.' || n, ${NOW} - ${AGE}, ${NOW} - ${AGE}, ${NOW} - ${AGE} from generate_series(1, $1::int) n`,
];

let filled: Awaited<ReturnType<typeof createFilledDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  filled = await createFilledDatabase(async (pool) => {
    for (const rows of ROWS) await pool.query(rows, [MANY]);
  });
  ({ pool } = filled);
});
afterAll(() => filled.close());

const now = new Date(TODAY);
const DAY_MS = 24 * 3_600_000;
const yesterday = new Date(now.getTime() - DAY_MS);
const later = new Date(now.getTime() + 60_000);
const SESSION = '00000000-0000-4000-8000-000000000001';

it.each<[string, string, Ask]>([
  ['a voucher is entered', 'vouchers_pin_hash_unique', (database) => findVoucherByCode(database, 'hash 4711')],
  [
    'staff find one by its serial number',
    'vouchers_batch_index_pk',
    (database) => findVoucherRow(database, { batch: 7, index: 42 }),
  ],
  ['staff open a batch', 'vouchers_batch_index_pk', (database) => countVouchers(database, 7)],
  ['vouchers that nobody has used expire', 'vouchers_unused', (database) => listExpiring(database, now)],
  [
    'staff open the batches, each with how many were used',
    'vouchers_batch_index_pk',
    (database) => listBatchRows(database, { limit: 20 }),
  ],
  ['an agent opens the counter', 'agents_staff_id_unique', (database) => findAgentOf(database, 42)],
  ['an agent sees the last sales', 'Backward using agent_sales_agent', (database) => listSaleRows(database, 42, 20)],
  ['and what was taken today', 'agent_sales_agent', (database) => sumSales(database, 42, yesterday)],
  [
    'a sale is sent twice',
    'agent_sales_client_request_id_unique',
    (database) => findSaleByRequest(database, 'sale-4711'),
  ],
  [
    'an agent looks a customer up by account number',
    'accounts_number_unique',
    (database) => findAccountsBy(database, { number: '1234567897' }),
  ],
  ['and by telephone', 'users_phone_search', (database) => findAccountsBy(database, { phone: '+2348000004711' })],
  ['the statement of an agent begins', 'ledger_entries_account', (database) => sumOwedBefore(database, 42, yesterday)],
  [
    'and goes on by day',
    'ledger_entries_account',
    (database) => sumEntriesByDay(database, { agentId: 42, from: yesterday, before: now }),
  ],
  ['a customer sees the mandates', 'mandates_user', (database) => listOwnMandates(database, 4711)],
  ['and asks for another one', 'mandates_user', (database) => countAwaiting(database, 4711)],
  [
    'mandates are due for a check',
    'mandates_due',
    (database) => claimDueMandates(database, { now, openedBefore: now, leaseEndsAt: later, limit: 20 }),
  ],
  [
    'the gateway says something about a mandate',
    'mandates_reference_unique',
    (database) =>
      hintMandates(
        database,
        { provider: 'paystack', reference: 'M4711', codeHash: 'code 4711', email: 'person4711@mail.example' },
        now,
      ),
  ],
  [
    'the gateway lists mandates that were revoked',
    'mandates_code',
    (database) => findByCodes(database, ['code 4711', 'code 42']),
  ],
  ['a customer opens their account numbers', 'virtual_accounts_account', (database) => listNumbers(database, 4711)],
  ['and what was asked of the banks', 'virtual_account_requests_account', (database) => listRequests(database, 4711)],
  [
    'numbers are due to be opened',
    'virtual_account_requests_due',
    (database) => claimDueRequests(database, { provider: 'paystack', now, leaseEndsAt: later, limit: 20 }),
  ],
  [
    'a provider says that a number is open',
    'virtual_account_requests_provider_reference',
    (database) => listRequestsBy(database, 'paystack', 'CUS4710'),
  ],
  [
    'money comes with our reference of a number',
    'virtual_account_requests_reference',
    (database) => findOwners(database, 'monnify', { accountReference: 'V4711', accountNumber: null }, yesterday),
  ],
  [
    'money comes to a number',
    'virtual_accounts_number',
    (database) => findOwners(database, 'monnify', { accountReference: null, accountNumber: '9999994711' }, yesterday),
  ],
  ['a notice comes a second time', 'incoming_transfers_once', (database) => findTransfer(database, 'monnify', 'T4711')],
  [
    'the list of a provider is read',
    'incoming_transfers_once',
    (database) => listKnownTransfers(database, 'monnify', ['T4711', 'T42']),
  ],
  [
    'staff open the transfers',
    'Backward using incoming_transfers_newest',
    (database) => listTransferRows(database, { limit: 20 }),
  ],
  [
    'and those that wait for them',
    'incoming_transfers_status',
    (database) => listTransferRows(database, { status: 'open', limit: 20 }),
  ],
  [
    'another account of the same person has asked the same bank',
    'virtual_account_requests_account',
    (database) => sharesContact(database, 4711, 'monnify'),
  ],
  [
    'it is looked after whether a provider has fallen silent',
    'virtual_accounts_bank',
    (database) => findSilence(database, 'quickteller', 10),
  ],
  ['a customer opens their link', 'pay_codes_present', (database) => findPayCode(database, 4711)],
  ['somebody opens a link', 'pay_codes_pkey', (database) => findByCode(database, 'code4711')],
  [
    'somebody dials',
    'ussd_sessions_phone',
    (database) => findCallerLanguage(database, { phone: '+2348000004711', sessionKey: 'x' }),
  ],
  [
    'a caller hangs up',
    'ussd_sessions_session_key_unique',
    (database) =>
      endUssdSession(database, { sessionKey: 'key 4711', phone: '+2348000004711', endedAt: now, endReason: 'hung-up' }),
  ],
  [
    'texts wait for an answer',
    'inbound_texts_waiting',
    (database) => listWaitingTexts(database, { after: 0, limit: 20 }),
  ],
  [
    'the answers to a telephone are counted',
    'inbound_texts_sender',
    (database) => countAnswers(database, '+2348000004711', { all: yesterday, unknown: yesterday }),
  ],
  ['what WhatsApp reports is dealt with', 'whatsapp_events_due', (database) => claimEvents(database, now, 20)],
  ['it is dealt with', 'whatsapp_events_pkey', (database) => finishEvent(database, 4711, { raw: '' })],
  ['what WhatsApp reports waits', 'whatsapp_events_', (database) => measureEvents(database, now)],
  [
    'an agent reads what a customer has written by WhatsApp',
    'whatsapp_events_message',
    (database) => findMessageToRead(database, { sessionId: SESSION, upTo: 3 }),
  ],
  ['messages are sent by WhatsApp', 'whatsapp_sends_due', (database) => claimSends(database, now, 20)],
  [
    'WhatsApp reports what became of a message',
    'whatsapp_sends_wamid',
    (database) => moveSend(database, { wamid: 'wamid.4711' }, { state: 'read', now }),
  ],
  [
    'staff look at what did not arrive',
    'whatsapp_sends_failed',
    (database) => listFailedSends(database, { before: null, limit: 20 }),
  ],
  [
    'notices of which nothing is known become texts',
    'whatsapp_sends_unknown',
    (database) => listSilentNotices(database, now, 20),
  ],
])('%s: only what is needed is read, however long there has been a portal', async (_, index, ask) => {
  const plans = await readPlans(pool, ask);
  expect(plans).toContain(index);
  expect(plans).not.toMatch(
    /Seq Scan on (users|accounts|payments|ledger_entries|vouchers|agent_sales|mandates|virtual_account|incoming_transfers|receipts|pay_codes|ussd_sessions|inbound_texts|whatsapp_)/,
  );
});
