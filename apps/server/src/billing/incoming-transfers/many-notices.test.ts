import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { databaseOf } from '../../platform/database/connection.ts';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { doomedPool } from '../../testing/pools/doomed-pool.ts';
import { createPaymentJobs } from '../payments/payment.jobs.ts';
import { openNumbers } from '../virtual-accounts/open-numbers.ts';
import { readTransfers } from './read-transfers.ts';

/** 10,000 in the full form; the random sequence is the same each time. */
const NOTICES = process.env.FULL_TESTS === '1' ? 10_000 : 200;
const CUSTOMERS = 30;
const CHUNK = 100;
const SEED = 20_261_130;
const DAY_MS = 24 * 3_600_000;
const PROVIDERS = ['paystack', 'monnify', 'flutterwave'] as const;

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(SEED);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

type Payee = { readonly customer: Customer; readonly numbers: readonly { provider: string; accountNumber: string }[] };

let bed: PaymentTestbed;
const payees: Payee[] = [];
beforeAll(async () => {
  bed = await startPaymentTestbed();
  const [paystack] = bed.deps.intakes ?? [];
  for (let n = 0; n < CUSTOMERS; n++) {
    const customer = await bed.createCustomer();
    for (const body of [
      {},
      { provider: 'monnify', bvn: '22212345678' },
      { provider: 'flutterwave', nin: '22212345678' },
    ]) {
      await bed.call(customer, 'POST', '/api/user/virtual-accounts', body);
    }
    payees.push({ customer, numbers: [] });
  }
  if (paystack) await openNumbers(bed.deps, paystack);
  for (const [n, { customer }] of payees.entries()) {
    const read = async () => (await bed.call(customer, 'GET', '/api/user/virtual-accounts')).body;
    let numbers = await read();
    while (numbers.some(({ status }: { status: string }) => status !== 'ready')) {
      await bed.quiet();
      numbers = await read();
    }
    payees[n] = { customer, numbers };
  }
});
afterAll(() => bed.close());

/** The webhooks' worker, killed before its statement `statement`, at times a COMMIT; then the next takes over. */
async function processUntilKilled(statement: number | RegExp): Promise<void> {
  const doomed = { ...bed.deps, database: databaseOf(doomedPool(bed.pool, statement)) };
  const jobs = createPaymentJobs(doomed);
  await Promise.all(jobs.senders.map((sender) => jobs.processWebhooks(sender).catch(() => 0)));
}

/** The leases of killed workers have ended, and what is to be asked again is due. */
const endLeases = () =>
  bed.rows("update webhook_events set next_attempt_at = $1 where status = 'stored'", [bed.deps.clock()]);

async function processAll(): Promise<void> {
  await bed.sandbox.webhooksSettled();
  for (let round = 0; round < 3; round++) {
    await endLeases();
    await bed.jobs.processWebhooks();
  }
}

async function countSettled(): Promise<number> {
  const [row] = await bed.rows("select count(*)::int as count from incoming_transfers where status = 'settled'");
  return Number(row?.count);
}

/** The nightly reading, on two instances at once; returns how many transfers it has found. */
async function readAllLists(): Promise<number> {
  const before = await countSettled();
  for (const intake of bed.deps.intakes ?? []) {
    await Promise.all([readTransfers(bed.deps, intake), readTransfers(bed.deps, intake)]);
  }
  return (await countSettled()) - before;
}

const sums = new Map<number, { kobo: number; count: number }>();

/** Money to a random number, with a notice that is doubled, shuffled, lost or replaced by a forged one. */
function send(): void {
  const { customer, numbers } = pick(payees);
  const { provider, accountNumber } = pick(numbers);
  const amountKobo = 100 + Math.floor(random() * 5_000_000);
  const gateway = provider as (typeof PROVIDERS)[number];
  const fate = random();
  const mode = fate < 0.05 ? 'lose' : fate < 0.1 ? 'forge' : fate < 0.4 ? 'shuffle' : fate < 0.7 ? 'duplicate' : null;
  bed.sandbox.clearFaults();
  if (mode) bed.sandbox.addFault({ gateway, operation: 'webhook', mode, times: 1, delayMs: 20, copies: 3 });
  // The provider's clock is wrong by up to two and a half days.
  const at = new Date(bed.deps.clock().getTime() + (random() - 0.5) * 5 * DAY_MS);
  bed.sandbox.transfer({ accountNumber, amountKobo, senderName: 'BISI ADE', at });
  const before = sums.get(customer.id) ?? { kobo: 0, count: 0 };
  sums.set(customer.id, { kobo: before.kobo + amountKobo, count: before.count + 1 });
}

it(`${NOTICES} notices, shuffled, doubled, delayed, forged and lost, with killed workers: the ledger is the banks' list to the kobo, and each customer is told once`, async () => {
  let kills = 0;
  let inLists = 0;
  for (let sent = 0; sent < NOTICES; sent += CHUNK) {
    for (let n = 0; n < Math.min(CHUNK, NOTICES - sent); n++) send();
    // A notice of money that nobody sent, signed as the provider signs.
    bed.sandbox.sendWebhook({ gateway: pick(PROVIDERS), reference: `nothing-${sent}`, claim: 'success' });
    await processUntilKilled(random() < 0.5 ? /^commit/i : 1 + Math.floor(random() * 60));
    kills += 1;
    await endLeases();
    if (random() < 0.5) await bed.jobs.processWebhooks();
    // Some of them wait for days, in whose nights the providers' lists are read.
    for (let days = Math.floor(random() * 3); days > 0; days--) {
      bed.wait(DAY_MS);
      inLists += await readAllLists();
    }
  }
  await processAll();
  await bed.rows("update transfer_readings set next_at = '2020-01-01'");
  inLists += await readAllLists();

  const booked = await bed.rows(
    `select p.user_id as id, sum(coalesce(p.received, p.amount) * 100)::bigint::int8 as kobo, count(*)::int as count,
       (select (balance * 100)::bigint from credit_balances b where b.user_id = p.user_id) as credit,
       (select count(*)::int from receipts r join payments o on o.id = r.payment_id where o.user_id = p.user_id) as receipts,
       (select count(distinct m.message_key)::int from outbox_messages m join receipts r on m.message_key = 'receipt:' || r.receipt_number
         join payments o on o.id = r.payment_id where o.user_id = p.user_id) as mails
     from payments p group by p.user_id`,
  );
  const expected = [...sums].map(([id, { kobo, count }]) => ({
    id,
    kobo,
    credit: kobo,
    count,
    receipts: count,
    mails: count,
  }));
  const inOrder = <T extends { readonly id: number }>(rows: readonly T[]) => rows.toSorted((a, b) => a.id - b.id);
  const read = booked.map((row) => ({
    ...row,
    id: Number(row.id),
    kobo: Number(row.kobo),
    credit: Number(row.credit),
  }));
  expect(inOrder(read)).toEqual(inOrder(expected));
  const perGateway = await bed.rows(
    "select account, (sum(amount) * 100)::int8 as kobo from ledger_entries where account like 'gateway:%' group by 1 order by 1",
  );
  const atBanks = PROVIDERS.map((provider) => ({
    account: `gateway:${provider}`,
    kobo: bed.sandbox
      .transactions()
      .filter(({ gateway }) => gateway === provider)
      .reduce((sum, { amountKobo }) => sum + amountKobo, 0),
  })).toSorted((a, b) => a.account.localeCompare(b.account));
  expect(perGateway.map(({ account, kobo }) => ({ account, kobo: Number(kobo) }))).toEqual(atBanks);
  expect(await bed.rows("select 1 from incoming_transfers where status <> 'settled'")).toEqual([]);
  expect(await bed.violations()).toEqual([]);
  console.log(
    `${NOTICES} transfers, ${kills} kills, ${NOTICES - inLists} by webhook, ${inLists} found in the providers' lists, seed ${SEED}`,
  );
});
