import { LIVE_SOCKET } from '@portal/contract/platform/live-updates';
import { GATEWAYS, type Gateway } from '@portal/sandbox/sandbox-options';
import WebSocket from 'ws';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import type { Portals } from './start-portals.ts';
import { NETWORK_TOKEN } from './start-services.ts';

/** A browser that keeps its cookie and neither repeats nor hides a refusal. */
export type Customer = {
  readonly email: string;
  readonly call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<CallAnswer>;
  readonly cookie: () => string;
};
type CallAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

const JSON_TYPE = { 'content-type': 'application/json' };
const PASSWORD = 'tall palm, slow river';

/** Where the portals say that they are. */
const originOf = ({ ports }: Portals): string => `http://127.0.0.1:${ports[0]}`;

let calls = 0;

/** One instance that runs after the other, as a proxy would choose. */
function nextOrigin(portals: Portals): string {
  const running = portals.running();
  return running[++calls % running.length]?.origin ?? originOf(portals);
}

function createBrowser(portals: Portals, email: string): Customer {
  let cookie = '';
  const call: Customer['call'] = async (method, path, body) => {
    const response = await fetch(nextOrigin(portals) + path, {
      method,
      headers: { origin: originOf(portals), cookie, ...(body ? JSON_TYPE : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    const given = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    if (given.length > 0) cookie = given.join('; ');
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { list: text } };
  };
  return { email, call, cookie: () => cookie };
}

let customers = 0;

/** Registers a customer who has chosen the first plan. Throws when the portal refuses. */
export async function createCustomer(portals: Portals): Promise<Customer & { readonly planId: string }> {
  const email = `customer${++customers}@drill.example`;
  const customer = createBrowser(portals, email);
  const form = { firstName: 'Ada', lastName: `Obi ${customers}`, email, password: PASSWORD };
  const { status, body } = await customer.call('POST', '/api/register', form);
  if (status !== 200) throw new Error(`registration was refused: ${status} ${JSON.stringify(body)}`);
  const plans = JSON.parse(String((await customer.call('GET', '/api/plans')).body.list)) as { id: string }[];
  const planId = plans[0]?.id ?? '';
  await customer.call('POST', '/api/user/subscription', { planId });
  return { ...customer, planId };
}

/** Opens a payment and decides it at the gateway; `verify` as the returning browser does. */
export async function pay(
  portals: Portals,
  customer: Customer & { readonly planId: string },
  gateway: Gateway,
  outcome: 'approve' | 'decline' | 'abandon',
): Promise<number> {
  const quote = await customer.call('GET', `/api/user/payment-quote?plan=${customer.planId}`);
  const order = { amount: quote.body.total, email: customer.email, plan: customer.planId };
  const { status, body } = await customer.call('POST', `/api/payment/${gateway}/initialize`, order);
  if (status !== 200) return status;
  const data = body.data as Readonly<Record<string, string>>;
  const reference = data.reference ?? data.tx_ref ?? data.transaction_id ?? '';
  portals.sandbox.handle.decide(reference, outcome);
  const verified = await customer.call('POST', '/api/payment/verify', { gateway, reference });
  return verified.status;
}

/** Sends one packet as FreeRADIUS would; `attributes` in its words. */
export async function sendPacket(
  portals: Portals,
  path: '/api/network/accounting' | '/api/network/authorize',
  packet: Parameters<typeof accountingBody>[0] | object,
): Promise<number> {
  const response = await fetch(nextOrigin(portals) + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${NETWORK_TOKEN}`, ...JSON_TYPE },
    body: JSON.stringify(path.endsWith('accounting') ? accountingBody(packet) : packet),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Everything that customers, gateways and access servers do, once. Returns what to close. */
async function actOnce(portals: Portals, turn: number): Promise<void> {
  const customer = await createCustomer(portals);
  const gateway = GATEWAYS[turn % GATEWAYS.length] as Gateway;
  await pay(portals, customer, gateway, turn % 4 === 3 ? 'decline' : 'approve');
  for (const path of ['/api/user', '/api/user/subscription', '/api/user/usage', '/api/user/payments', '/', '/plans'])
    await customer.call('GET', path);
  await customer.call('GET', '/api/user/receipts/RCT-0000-000000');
  await customer.call('POST', '/api/chat/initialize', {});
  const line = { username: `line-${turn % 20}@fibre`, sessionId: `drill${turn % 20}`, uniqueId: `drill-${turn % 20}` };
  const counters = { at: new Date(), seconds: turn + 1, download: turn * 1_000_000, upload: turn * 100_000 };
  await sendPacket(portals, '/api/network/accounting', { ...line, ...counters });
  await sendPacket(portals, '/api/network/authorize', { 'User-Name': { type: 'string', value: [line.username] } });
}

export type Activity = { readonly stop: () => Promise<void>; readonly turns: () => number };

/**
 * Customers register, choose, pay, read, chat; access servers send packets and ask. One turn after
 * the other until it is stopped; a failed turn, for example while a drill has taken something away,
 * is followed by the next.
 */
export function startActivity(portals: Portals, onFailure: (error: unknown) => void): Activity {
  const sockets: WebSocket[] = [];
  let isStopped = false;
  let turns = 0;
  const work = async (): Promise<void> => {
    const watcher = await createCustomer(portals);
    const headers = { cookie: watcher.cookie(), origin: originOf(portals) };
    sockets.push(new WebSocket(`${originOf(portals).replace('http', 'ws')}${LIVE_SOCKET}`, { headers }));
    sockets[0]?.on('error', onFailure);
    while (!isStopped) {
      await actOnce(portals, turns).catch(onFailure);
      turns++;
    }
  };
  const running = work();
  return {
    turns: () => turns,
    stop: async () => {
      isStopped = true;
      await running;
      for (const socket of sockets) socket.terminate();
    },
  };
}
