import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Gateway } from '@portal/sandbox/sandbox-options';
import { type CustomerClient, createCustomerClient } from './customer-client.ts';

export type WalkPlan = {
  /** The portal as customers reach it. */
  readonly origin: string;
  /** Where the fake gateways listen on this machine. */
  readonly gatewayPort: number;
  /** Where the speed test measures, if not at the portal. */
  readonly speedTestOrigin: string | null;
  /** The secret of the RADIUS server on this machine; null where none runs. */
  readonly radiusSecret: string | null;
  /** Kills one of two instances; null where there is only one. */
  readonly killInstance: readonly [string, ...string[]] | null;
  /** Whether the proxy sends a write to the other instance when one cannot be reached. */
  readonly repeatsWrites: boolean;
};

const PASSWORD = 'tall palm, slow river';
/** Another address of this machine than the one that it uses by itself. */
const CUSTOMERS_ADDRESS = '127.0.0.7';
const CLAIMED_ADDRESS = '203.0.113.9';
const MIB = 1024 * 1024;
const WRITES_WITHOUT_ONE_INSTANCE = 10;
const READS_WITHOUT_ONE_INSTANCE = 40;

type Customer = {
  readonly client: CustomerClient;
  readonly email: string;
  readonly login: string;
  readonly planId: string;
};

/**
 * A new customer registers, chooses a plan, pays a month at each gateway, gets the receipts, and is
 * let onto the network by RADIUS; on the way everything that a reverse proxy could spoil is tried.
 * `report` gets a sentence for each that was seen to work. Throws at the first that does not.
 */
export async function walkAsCustomer(plan: WalkPlan, report: (sentence: string) => void): Promise<void> {
  const { origin } = plan;
  if (origin.startsWith('https:')) {
    await seePlainHttp(origin);
    report('by plain HTTP pages are redirected to HTTPS, and calls are refused');
  }
  const customer = await registerAndChoose(origin);
  report('registered and chose a plan');
  await authorize(plan, customer, 'Access-Reject', report);
  const socket = await customer.client.openSocket('/ws/live');
  for (const gateway of ['paystack', 'flutterwave', 'quickteller'] as const) {
    report(await payMonth(customer, gateway));
  }
  await socket.changed('payments');
  socket.close();
  report('the open page was told of the payment through its socket');
  const { status } = await customer.client.call<{ status: string }>('GET', '/api/user/subscription');
  if (status !== 'active') throw new Error(`the subscription is ${status} after three payments`);
  report('the subscription is active');
  await authorize(plan, customer, 'Access-Accept', report);
  await seeOwnAddress(customer);
  report(`a sign-in from ${CUSTOMERS_ADDRESS} that claims ${CLAIMED_ADDRESS} is listed under its own address`);
  for (const measured of [origin, plan.speedTestOrigin ?? origin]) await moveSpeedTestBytes(measured);
  report('the speed test moves 8 MiB down and 24 MiB up in single requests');
  await workWithoutOneInstance(plan, customer, report);
}

async function seePlainHttp(origin: string): Promise<void> {
  const ask = (path: string) => fetch(origin.replace('https:', 'http:') + path, { redirect: 'manual' });
  const page = await ask('/plans');
  if (page.status !== 308 || page.headers.get('location') !== `${origin}/plans`) {
    throw new Error(`plain HTTP answered ${page.status}, ${page.headers.get('location')}`);
  }
  for (const path of ['/api/plans', '/ws/live', '/speedtest/']) {
    const { status } = await ask(path);
    if (status !== 403) throw new Error(`plain HTTP answered ${status} to ${path}`);
  }
}

async function registerAndChoose(origin: string): Promise<Customer> {
  const client = createCustomerClient(origin);
  const [plan] = await client.call<{ id: string }[]>('GET', '/api/plans');
  if (!plan) throw new Error('there is no plan for sale');
  const email = `ada.${Date.now()}@example.com`;
  const form = { firstName: 'Ada', lastName: 'Obi', email, password: PASSWORD };
  const { user } = await client.call<{ user: { id: number } }>('POST', '/api/register', form);
  await client.call('POST', '/api/user/subscription', { planId: plan.id });
  // The login that a line gets with its first payment (docs/freeradius.md).
  return { client, email, login: `line-${1000 + user.id}@fibre`, planId: plan.id };
}

async function payMonth({ client, email, planId }: Customer, gateway: Gateway): Promise<string> {
  const { total } = await client.call<{ total: number }>('GET', `/api/user/payment-quote?plan=${planId}`);
  const form = { amount: total, email, plan: planId };
  const opened = await client.call<{ data: Record<string, string> }>(
    'POST',
    `/api/payment/${gateway}/initialize`,
    form,
  );
  const { data } = opened;
  const reference = data.reference ?? data.tx_ref ?? data.transaction_id ?? '';
  const page = data.authorization_url ?? data.link ?? data.payment_url ?? '';
  const body = new URLSearchParams({ outcome: 'approve' });
  await (await fetch(page, { method: 'POST', body, redirect: 'manual' })).arrayBuffer();
  const verified = await client.call<{ status: string; data: { receiptNumber: string | null } }>(
    'POST',
    '/api/payment/verify',
    { reference, gateway },
  );
  if (verified.status !== 'success') throw new Error(`the payment by ${gateway} is ${verified.status}`);
  const path = `/api/user/receipts/${verified.data.receiptNumber}`;
  const receipt = await client.call<{ total: number; gateway: string }>('GET', path);
  if (receipt.total !== total) throw new Error(`the receipt says ${receipt.total} instead of ${total}`);
  return `paid ${total} naira by ${gateway}, receipt ${verified.data.receiptNumber}`;
}

/** What the RADIUS server answers to the customer's router. */
async function authorize(
  { radiusSecret }: WalkPlan,
  { login }: Customer,
  wanted: 'Access-Accept' | 'Access-Reject',
  report: (sentence: string) => void,
): Promise<void> {
  if (radiusSecret === null) return;
  const input = `User-Name = "${login}"\nUser-Password = "router"\nNAS-IP-Address = 127.0.0.1\n`;
  const args = ['-x', '-r', '2', '-t', '5', '127.0.0.1', 'auth', radiusSecret];
  const { stdout } = await runProgram('radclient', args, input);
  const speed = /Mikrotik-Rate-Limit = "([^"]+)"/.exec(stdout)?.[1];
  const isRight = stdout.includes(`Received ${wanted}`) && (speed === undefined) === (wanted === 'Access-Reject');
  if (!isRight) throw new Error(`RADIUS did not answer ${wanted} to ${login}:\n${stdout}`);
  report(`RADIUS answers ${wanted} to ${login}${speed === undefined ? ', who has not paid' : `, with ${speed}`}`);
}

async function seeOwnAddress({ client, email }: Customer): Promise<void> {
  await client.postFrom(CUSTOMERS_ADDRESS, CLAIMED_ADDRESS, '/api/login', { email, password: PASSWORD });
  const sessions = await client.call<{ address: string }[]>('GET', '/api/user/sessions');
  const addresses = sessions.map(({ address }) => address);
  if (addresses.includes(CLAIMED_ADDRESS) || !addresses.includes(CUSTOMERS_ADDRESS)) {
    throw new Error(`the portal saw sign-ins from ${addresses.join(', ')}`);
  }
}

async function moveSpeedTestBytes(origin: string): Promise<void> {
  const down = await fetch(`${origin}/speedtest/garbage?ckSize=8`);
  const { byteLength } = await down.arrayBuffer();
  if (byteLength !== 8 * MIB) throw new Error(`${origin} sent ${byteLength} bytes with status ${down.status}`);
  const up = await fetch(`${origin}/speedtest/empty`, { method: 'POST', body: new Uint8Array(24 * MIB) });
  await up.arrayBuffer();
  if (up.status !== 200) throw new Error(`${origin} answered ${up.status} to an upload of 24 MiB`);
}

async function workWithoutOneInstance(
  { origin, killInstance, repeatsWrites }: WalkPlan,
  { client, email }: Customer,
  report: (sentence: string) => void,
): Promise<void> {
  if (killInstance === null) return;
  const [command, ...args] = killInstance;
  const { code } = await runProgram(command, args);
  if (code !== 0) throw new Error(`${killInstance.join(' ')} ended with ${code}`);
  const writes = repeatsWrites ? WRITES_WITHOUT_ONE_INSTANCE : 0;
  for (let write = 0; write < writes; write++) await client.call('POST', '/api/login', { email, password: PASSWORD });
  for (let read = 0; read < READS_WITHOUT_ONE_INSTANCE; read++) {
    const response = await fetch(`${origin}/api/plans`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`with one instance killed a page answered ${response.status}`);
  }
  const all = repeatsWrites ? `${writes} writes and ${READS_WITHOUT_ONE_INSTANCE}` : READS_WITHOUT_ONE_INSTANCE;
  report(`with one instance killed, all of ${all} reads succeed`);
}

/** Not blocking: the gateways live in this process. */
async function runProgram(command: string, args: readonly string[], input = '') {
  const program = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  program.stdin.end(input);
  const [[code], stdout] = await Promise.all([once(program, 'close'), text(program.stdout)]);
  return { code, stdout };
}
