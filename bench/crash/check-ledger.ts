import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry, SandboxHandle } from '@portal/sandbox/sandbox-handle';
import type pg from 'pg';
import { REPOSITORY } from '../portal/portal-process.ts';
import type { ExpectedResult, ExpectedResults } from './expected-results.ts';

export type Check = { readonly name: string; readonly violations: readonly string[] };

const INVARIANTS = readFileSync(join(REPOSITORY, 'apps/server/src/platform/database/invariants.sql'), 'utf8')
  .split(/^-- name: /m)
  .slice(1)
  .map((section) => ({ name: section.split('\n', 1)[0] ?? '', statement: section.slice(section.indexOf('\n')) }));

/** Runs the repository's invariant script; every row that it returns is a violation. */
export async function findBrokenInvariants(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, statement } of INVARIANTS) {
    const { rows } = await client.query(statement);
    broken.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`));
  }
  return broken;
}

type LedgerPayment = {
  /** Of money to an account number the provider's. */
  readonly reference: string;
  readonly is_transfer: boolean;
  readonly status: string;
  readonly amount_kobo: number;
  readonly email: string;
  readonly periods: number;
  readonly receipts: string[];
  readonly gateway_entries: number;
  readonly gateway_kobo: number;
  readonly credited_kobo: number;
};

const LEDGER_PAYMENTS = `
  select coalesce(t.reference, y.reference) as reference, t.id is not null as is_transfer, y.status, (y.amount * 100)::float8 as amount_kobo, u.email,
    (select count(*)::int from subscription_periods p where p.payment_id = y.id) as periods,
    (select coalesce(json_agg(r.receipt_number), '[]') from receipts r where r.payment_id = y.id) as receipts,
    (select count(*)::int from ledger_entries e where e.payment_id = y.id and e.account = 'gateway:' || y.gateway) as gateway_entries,
    (select coalesce(sum(e.amount) * 100, 0)::float8 from ledger_entries e where e.payment_id = y.id and e.account = 'gateway:' || y.gateway) as gateway_kobo,
    (select coalesce(-sum(e.amount) * 100, 0)::float8 from ledger_entries e
      where e.transaction_key = 'payment:' || y.reference and e.account = 'credit') as credited_kobo
  from payments y join users u on u.id = y.user_id left join incoming_transfers t on t.payment_id = y.id
  where y.gateway <> 'credit'`;

/**
 * Compares the portal's ledger with the gateways' records and with the answers to customers, after
 * everything has been repaired.
 */
export async function checkLedger(
  client: pg.Client,
  sandbox: SandboxHandle,
  expected: ExpectedResults,
): Promise<Check[]> {
  const { rows } = await client.query<LedgerPayment>(LEDGER_PAYMENTS);
  const booked = new Map(rows.map((payment) => [payment.reference, payment]));
  const orders = sandbox.transactions();
  const paid = orders.filter(({ status }) => status === 'success');
  return [
    {
      name: 'every paid order is exactly one credit, one receipt, and one period or account credit',
      violations: paid.flatMap((order) => faultsOf(order, booked.get(order.reference))),
    },
    { name: 'nothing is credited that no gateway was paid for', violations: findUnpaidCredits(rows, paid) },
    { name: 'no paid order waits', violations: findStuck(rows, paid) },
    {
      name: 'everything that was answered with 2xx is there',
      violations: await findLostResults(client, expected.results, booked),
    },
    { name: 'every acknowledged webhook is stored and processed', violations: await findLostWebhooks(client, sandbox) },
    { name: 'no answer was a 500 and no session was lost', violations: expected.defects },
    {
      name: 'the invariants of apps/server/src/platform/database/invariants.sql hold',
      violations: await findBrokenInvariants(client),
    },
  ];
}

function faultsOf(order: LedgerEntry, payment: LedgerPayment | undefined): string[] {
  const wrong = (what: string): string => `${order.gateway} ${order.reference}: ${what}`;
  if (!payment) return [wrong('is not in the ledger')];
  const faults: string[] = [];
  if (payment.status !== 'successful') faults.push(wrong(`paid, but booked as ${payment.status}`));
  // What a transfer is too much has an entry of its own.
  const isOnce = payment.gateway_entries === 1 || (payment.is_transfer && payment.gateway_entries === 2);
  if (!isOnce) faults.push(wrong(`${payment.gateway_entries} ledger entries at the gateway`));
  if (payment.gateway_kobo !== order.amountKobo)
    faults.push(wrong(`${order.amountKobo} kobo paid, ${payment.gateway_kobo} booked`));
  if (payment.receipts.length !== 1) faults.push(wrong(`${payment.receipts.length} receipts`));
  const isCredited = payment.credited_kobo === order.amountKobo;
  if (payment.periods !== (isCredited ? 0 : 1))
    faults.push(wrong(`${payment.periods} periods and ${payment.credited_kobo} kobo of credit`));
  return faults;
}

function findUnpaidCredits(rows: readonly LedgerPayment[], paid: readonly LedgerEntry[]): string[] {
  const paidReferences = new Set(paid.map(({ reference }) => reference));
  return rows
    .filter(({ reference }) => !paidReferences.has(reference))
    .filter(
      (payment) =>
        payment.status === 'successful' || payment.periods + payment.receipts.length + payment.gateway_entries > 0,
    )
    .map(({ reference, status }) => `${reference} is booked as ${status} and was never paid`);
}

function findStuck(rows: readonly LedgerPayment[], paid: readonly LedgerEntry[]): string[] {
  const open = new Set(rows.filter(({ status }) => status !== 'successful').map(({ reference }) => reference));
  return paid.filter(({ reference }) => open.has(reference)).map(({ gateway, reference }) => `${gateway} ${reference}`);
}

async function findLostResults(
  client: pg.Client,
  results: readonly ExpectedResult[],
  booked: ReadonlyMap<string, LedgerPayment>,
): Promise<string[]> {
  const { rows } = await client.query<{ email: string; subscriptions: string[] }>(
    `select u.email, (select coalesce(json_agg(s.id), '[]') from user_subscriptions s where s.user_id = u.id) as subscriptions from users u`,
  );
  const accounts = new Map(rows.map(({ email, subscriptions }) => [email, subscriptions]));
  const isThere = (result: ExpectedResult): boolean => {
    switch (result.kind) {
      case 'registered':
        return accounts.has(result.email);
      case 'chosen':
        return accounts.get(result.email)?.includes(result.subscriptionId) ?? false;
      case 'opened': {
        const payment = booked.get(result.reference);
        return payment?.email === result.email && payment.amount_kobo === Math.round(result.amount * 100);
      }
      case 'paid': {
        const payment = booked.get(result.reference);
        return payment?.status === 'successful' && payment.receipts.includes(result.receiptNumber);
      }
    }
  };
  return results.filter((result) => !isThere(result)).map((result) => JSON.stringify(result));
}

async function findLostWebhooks(client: pg.Client, sandbox: SandboxHandle): Promise<string[]> {
  const { rows } = await client.query<{ reference: string | null; status: string }>(
    'select reference, status from webhook_events',
  );
  const stored = new Set(rows.map(({ reference }) => reference));
  const lost = sandbox.webhooks().filter(({ state, reference }) => state === 'acknowledged' && !stored.has(reference));
  return [
    ...lost.map(({ gateway, reference }) => `${gateway} ${reference} was acknowledged and is not stored`),
    ...rows.filter(({ status }) => status !== 'done').map(({ reference, status }) => `${reference} is still ${status}`),
  ];
}
