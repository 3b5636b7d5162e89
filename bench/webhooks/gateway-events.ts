import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUTS, type Checkout } from '@portal/sandbox/sandbox-options';
import type pg from 'pg';
import { createPeople, type Person } from '../chat/people.ts';
import { checkLedger } from '../crash/check-ledger.ts';
import { createExpectedResults } from '../crash/expected-results.ts';
import { type GatewaySandbox, startGatewaySandbox } from '../crash/gateway-sandbox.ts';
import { type Chance, createChance } from '../crash/random.ts';
import { letPortalRepair } from '../crash/repair.ts';
import { proofOf } from '../fuzz/signed-requests.ts';
import { type Paced, sendPaced } from '../load/send-paced.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printChecks } from '../print-checks.ts';
import { printGoals } from '../print-goals.ts';

// Webhooks about real payments, in any order, repeated, forged and about nothing: the ledger must end
// as the gateways' own records, and nothing else may have an effect (threats and faults, M11, G3).

const SECRET = 'a secret of the webhook bench alone, forty chars';
const FORGED_SHARE = 0.1;
const UNKNOWN_SHARE = 0.05;
const MOST_DELIVERIES = 5;
const PER_SECOND = 100;
const MOST_P99_MS = 500;
const PROCESSED_WITHIN_S = 900;
const OPENED_AT_ONCE = 4;
/** No payment has such a reference. */
const UNKNOWN = 'P9999999';

type Event = {
  readonly gateway: Checkout;
  readonly reference: string;
  readonly amountKobo: number;
  readonly number: number;
  readonly isForged: boolean;
};

type Delivery = { readonly path: string; readonly body: string; readonly proof: Readonly<Record<string, string>> };

const JSON_TYPE = { 'content-type': 'application/json' };

type Answered = {
  readonly total: number;
  readonly data: { readonly reference?: string; readonly tx_ref?: string; readonly transaction_id?: string };
};

/** Registers nothing: `customer` has a session already. Returns the reference that the gateway knows. */
async function openPayment(
  portal: RunningPortal,
  customer: Person,
  gateway: Checkout,
  planId: string,
): Promise<string> {
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(portal.origin + path, {
      method,
      headers: { origin: portal.origin, cookie: customer.cookie, ...(body && JSON_TYPE) },
      body: body ? JSON.stringify(body) : null,
    });
    const answer = (await response.json()) as Answered;
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await call('POST', '/api/user/subscription', { planId });
  const { total } = await call('GET', `/api/user/payment-quote?plan=${planId}`);
  const order = { amount: total, email: customer.email, plan: planId };
  const { data } = await call('POST', `/api/payment/${gateway}/initialize`, order);
  return data.reference ?? data.tx_ref ?? data.transaction_id ?? '';
}

/** One open payment for each customer, at the three gateways in turn. */
async function openPayments(portal: RunningPortal, customers: readonly Person[]): Promise<void> {
  const plans = (await (await fetch(`${portal.origin}/api/plans`)).json()) as { id: string }[];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < customers.length; at = next++) {
      const [customer, gateway, plan] = [customers[at], CHECKOUTS[at % CHECKOUTS.length], plans[at % plans.length]];
      if (customer && gateway && plan) await openPayment(portal, customer, gateway, plan.id);
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work));
}

/** Most are paid, some are declined or left; the gateways' own webhooks are lost. */
function decidePayments({ handle }: GatewaySandbox, chance: Chance): void {
  for (const gateway of CHECKOUTS) handle.addFault({ gateway, operation: 'webhook', mode: 'lose' });
  for (const { reference } of handle.transactions()) {
    handle.decide(reference, chance.pick(['approve', 'approve', 'approve', 'approve', 'decline', 'abandon']));
  }
}

/** True ones, forged ones about payments that nobody has paid, and some about no payment. */
function listEvents(sandbox: GatewaySandbox, count: number): Event[] {
  const orders = sandbox.handle
    .transactions()
    .flatMap(({ gateway, ...order }) => (gateway === 'monnify' ? [] : [{ ...order, gateway }]));
  const unpaid = orders.filter(({ status }) => status !== 'success');
  const forged = Math.round(count * FORGED_SHARE);
  const unknown = Math.round(count * UNKNOWN_SHARE);
  const event = (number: number, of: Pick<Event, 'gateway' | 'reference' | 'amountKobo'>, isForged = false): Event => {
    const { gateway, reference, amountKobo } = of;
    return { gateway, reference, amountKobo, number, isForged };
  };
  return Array.from({ length: count }, (_, n) => {
    if (n < unknown) {
      const reference = `${UNKNOWN}${String(n).padStart(7, '0')}`;
      return event(n, { gateway: CHECKOUTS[n % CHECKOUTS.length] ?? 'paystack', reference, amountKobo: 100_000 });
    }
    const isForged = n < unknown + forged;
    const order = isForged ? unpaid[n % unpaid.length] : orders[n - unknown - forged];
    if (!order) throw new Error('there are fewer payments than events');
    return event(n, order, isForged);
  });
}

/**
 * Whether a webhook may still wait, or be parked for staff: a payment may be committed after its webhook,
 * and a gateway may take a while to confirm what it has announced; nothing is booked before.
 */
function waitsRightly({ handle }: GatewaySandbox): (violation: string) => boolean {
  const paid = new Set(handle.transactions().flatMap((one) => (one.status === 'success' ? [one.reference] : [])));
  return (violation) => {
    const [, reference] = /^(\S+) is still (?:stored|parked)$/.exec(violation) ?? [];
    return reference !== undefined && !paid.has(reference);
  };
}

/** What the vendor posts when a payment has succeeded; true or not. */
function bodyOf({ gateway, reference, amountKobo, number }: Event): string {
  const amount = amountKobo / 100;
  switch (gateway) {
    case 'paystack':
      return JSON.stringify({ event: 'charge.success', data: { id: number, reference, amount: amountKobo } });
    case 'flutterwave': {
      const data = { id: number, tx_ref: reference, amount, status: 'successful', currency: 'NGN' };
      return JSON.stringify({ event: 'charge.completed', data });
    }
    case 'quickteller': {
      const data = { merchantReference: reference, amount: amountKobo, responseCode: '00' };
      return JSON.stringify({ event: 'TRANSACTION.COMPLETED', uuid: `event-${number}`, data });
    }
  }
}

function deliveryOf(event: Event): Delivery {
  const body = bodyOf(event);
  // A wrong signature of the right form: that of another body.
  const proof = proofOf(event.gateway, event.isForged ? `${body} ` : body);
  const isPassword = event.gateway === 'flutterwave' && event.isForged;
  return {
    path: `/api/webhooks/${event.gateway}`,
    body,
    proof: isPassword ? { 'verif-hash': 'not the hash of this merchant' } : proof,
  };
}

/** Each delivery one to five times, in an order without any order. */
function shuffleDeliveries(events: readonly Event[], chance: Chance): { deliveries: Delivery[]; forged: number } {
  let forged = 0;
  const deliveries = events.flatMap((event) => {
    const times = 1 + chance.whole(MOST_DELIVERIES);
    if (event.isForged) forged += times;
    return Array<Delivery>(times).fill(deliveryOf(event));
  });
  for (let at = deliveries.length - 1; at > 0; at--) {
    const other = chance.whole(at + 1);
    const [one, two] = [deliveries[at], deliveries[other]];
    if (one && two) [deliveries[at], deliveries[other]] = [two, one];
  }
  return { deliveries, forged };
}

async function deliver(portal: RunningPortal, deliveries: readonly Delivery[]): Promise<Paced> {
  const seconds = Math.floor(deliveries.length / PER_SECOND) - 1;
  return sendPaced({
    origin: portal.origin,
    pathOf: (n) => deliveries[n]?.path ?? '',
    headersOf: (_body, n) => ({ ...JSON_TYPE, ...deliveries[n]?.proof }),
    bodyOf: (n) => deliveries[n]?.body ?? '',
    perSecond: PER_SECOND,
    seconds,
  });
}

/** How long it took until every stored webhook had its turn, in s; at most as long as is waited for. */
async function untilProcessed(database: pg.Client): Promise<number> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      'select count(*)::int as left from webhook_events where attempts = 0',
    );
    if (rows[0]?.left === 0 || seconds() > PROCESSED_WITHIN_S) return seconds();
    await sleep(500);
  }
}

type Effects = { readonly stored: number; readonly forged: number; readonly booked: number };

async function readEffects(database: pg.Client, events: readonly Event[]): Promise<Effects> {
  const forged = events.filter(({ isForged }) => isForged).map(({ reference }) => reference);
  const { rows } = await database.query<Effects>(
    `select (select count(*)::int from webhook_events) as stored,
       (select count(*)::int from payments where reference = any($1) and status = 'successful') as forged,
       (select count(*)::int from payments where status = 'successful') as booked`,
    [forged],
  );
  const [effects] = rows;
  if (!effects) throw new Error('PostgreSQL counted nothing');
  return effects;
}

/**
 * `events` about as many payments, each delivered one to five times in random order, a tenth forged
 * and a twentieth about no payment. Prints goals and checks; returns whether all hold.
 */
export async function deliverEvents(parent: string, order: { events: number; seed: number }): Promise<boolean> {
  const folder = join(parent, 'events');
  mkdirSync(folder, { mode: 0o711 });
  const chance = createChance(order.seed, 0);
  const port = await findFreePort();
  const dataDir = join(folder, 'data');
  const sandbox = await startGatewaySandbox(await findFreePort(), `http://127.0.0.1:${port}`);
  const portal = await startPortal({
    port,
    dataDir,
    logFile: join(folder, 'portal.log'),
    // No poll: what is booked, the webhooks have booked.
    env: { SESSION_SECRET: SECRET, RECONCILE_INTERVAL_S: '3600', LOG_LEVEL: 'warn', ...sandbox.portalEnv },
  });
  try {
    const found = findPortalDatabase(dataDir);
    if (!found) throw new Error('the portal keeps no database in its data folder');
    return await withClient(found.connection, async (database) => {
      const payments = order.events - Math.round(order.events * (FORGED_SHARE + UNKNOWN_SHARE));
      await openPayments(portal, await createPeople(database, SECRET, 'customer', payments));
      decidePayments(sandbox, chance);
      const events = listEvents(sandbox, order.events);
      const waits = waitsRightly(sandbox);
      const { deliveries, forged } = shuffleDeliveries(events, chance);
      const sent = deliveries.slice(0, Math.floor(deliveries.length / PER_SECOND) * PER_SECOND);
      const left = deliveries.slice(sent.length);
      const paced = await deliver(portal, sent);
      let refusedAfter = 0;
      for (const { path, body, proof } of left) {
        const answer = await fetch(portal.origin + path, { method: 'POST', headers: { ...JSON_TYPE, ...proof }, body });
        await answer.arrayBuffer();
        if (!answer.ok) refusedAfter++;
      }
      const refused = paced.refused + refusedAfter;
      const processedSeconds = await untilProcessed(database);
      await letPortalRepair(database, sandbox.handle);
      const effects = await readEffects(database, events);
      const paid = sandbox.handle.transactions().filter(({ status }) => status === 'success').length;
      const genuine = events.filter(({ isForged }) => !isForged).length;
      const checks = await checkLedger(database, sandbox.handle, createExpectedResults());
      const failed = printChecks(
        checks.map(({ name, violations }) => ({ name, violations: violations.filter((line) => !waits(line)) })),
      );
      console.log(
        `${deliveries.length} deliveries of ${order.events} events, ${payments} payments, ${paid} of them paid`,
      );
      const reached = printGoals([
        ['p99 of the answers, ms', paced.p99Ms.toFixed(1), MOST_P99_MS, paced.p99Ms < MOST_P99_MS],
        ['Refused, all of them forged', refused, forged, refused === forged],
        ['Stored, each event once', effects.stored, genuine, effects.stored === genuine],
        [
          'Had their turn, s after the last',
          processedSeconds.toFixed(0),
          PROCESSED_WITHIN_S,
          processedSeconds < PROCESSED_WITHIN_S,
        ],
        ['Booked payments, as many as the gateways were paid', effects.booked, paid, effects.booked === paid],
        ['Forged payments that are booked', effects.forged, 0, effects.forged === 0],
      ]);
      return reached && failed === 0;
    });
  } finally {
    await portal.stop();
    await sandbox.close();
  }
}
