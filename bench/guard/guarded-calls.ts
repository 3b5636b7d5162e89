import { createHmac } from 'node:crypto';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { packetOf } from '../load/accounting-packet.ts';
import type { LoadRequest } from '../load/run-load.ts';
import { CUSTOMERS } from '../portal/seed-bench-data.ts';
import { signInRequest } from '../portal/sign-in.ts';

/** A call that customers, gateways, the network or staff make most. */
export type GuardedCall = {
  readonly name: string;
  /** The next request, which is never one that was answered before and costs less the second time. */
  readonly next: () => LoadRequest;
};

type Callers = {
  readonly origin: string;
  readonly networkToken: string;
  /** Cookie headers of customers who are signed in. */
  readonly customers: readonly string[];
  /** The device cookies of these, the first is customer 1. */
  readonly devices: readonly string[];
  readonly staff: string;
  /** References of payments that were settled. */
  readonly references: readonly string[];
};

const inTurn = <T>(values: readonly T[]): (() => T) => {
  let turn = 0;
  return () => {
    const value = values[turn++ % values.length];
    if (value === undefined) throw new Error('nobody can make this call');
    return value;
  };
};

const read = (name: string, path: string, cookies: readonly string[]): GuardedCall => {
  const nextCookie = inTurn(cookies);
  return { name, next: () => ({ method: 'GET', path, headers: { cookie: nextCookie() }, body: '' }) };
};

function signInFromKnownDevice({ origin, devices }: Callers): GuardedCall {
  let customer = 0;
  const next = (): LoadRequest => {
    customer = (customer % devices.length) + 1;
    const sent = signInRequest(origin, customer);
    return { ...sent, headers: { ...sent.headers, cookie: devices[customer - 1] ?? '' } };
  };
  return { name: 'sign-in, known device', next };
}

function signInFromNewDevice({ origin, devices }: Callers): GuardedCall {
  let customer = devices.length;
  return {
    name: 'sign-in, new device',
    next: () => {
      customer = customer === CUSTOMERS ? devices.length + 1 : customer + 1;
      return signInRequest(origin, customer);
    },
  };
}

function accountingPacket({ networkToken }: Callers): GuardedCall {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${networkToken}` };
  let sent = 0;
  return {
    name: 'accounting packet',
    next: () => ({ method: 'POST', path: '/api/network/accounting', headers, body: packetOf(sent++) }),
  };
}

/** A gateway's notice of a payment that is settled already, as gateways send a second one. */
function webhook({ references }: Callers): GuardedCall {
  const reference = inTurn(references);
  let id = 0;
  const next = (): LoadRequest => {
    const body = JSON.stringify({
      event: 'charge.success',
      data: { id: ++id, reference: reference(), amount: 2_500_000 },
    });
    const signature = createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature };
    return { method: 'POST', path: '/api/webhooks/paystack', headers, body };
  };
  return { name: 'webhook', next };
}

/** The calls whose work is guarded, in the order in which they are measured. */
export function guardedCalls(callers: Callers): readonly GuardedCall[] {
  const { customers, staff } = callers;
  return [
    { name: 'plans', next: () => ({ method: 'GET', path: '/api/service-plans', headers: {}, body: '' }) },
    read('user', '/api/user', customers),
    read('usage', '/api/user/usage', customers),
    read('subscription', '/api/user/subscription', customers),
    read('payments', '/api/user/payments', customers),
    read('tickets', '/api/user/tickets', customers),
    read('console home', '/api/staff/overview', [staff]),
    signInFromKnownDevice(callers),
    signInFromNewDevice(callers),
    accountingPacket(callers),
    webhook(callers),
  ];
}
