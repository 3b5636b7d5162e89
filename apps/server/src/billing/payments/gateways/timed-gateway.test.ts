import { toKobo } from '@portal/kernel/money';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Gateway } from './gateway.port.ts';
import { createGatewayTiming } from './timed-gateway.ts';

/** A gateway that answers everything at once. */
const ready: Gateway = {
  id: 'paystack',
  name: 'Paystack',
  currency: 'NGN',
  answerNames: { url: 'authorization_url', reference: 'reference' },
  initialize: async () => ({ kind: 'refused', reason: 'no' }),
  savedCards: { charge: async () => ({ kind: 'attempted' }), forget: async () => false },
  confirm: () => Promise.reject(new Error('a defect')),
  authenticate: () => true,
  readWebhook: () => null,
  refund: async () => ({ kind: 'absent' }),
  findRefund: async () => ({ kind: 'absent' }),
  settlements: null,
  listSuccesses: async () => ({ kind: 'unknown', reason: 'no answer in time' }),
};
const payment = { reference: 'P1', amountKobo: toKobo(1), gatewayReference: null };

it('measures gateway calls by operation and outcome, and passes on answers and errors', async () => {
  const registry = new Registry();
  const gateway = createGatewayTiming(registry)(ready);
  await expect(gateway.confirm(payment)).rejects.toThrow('a defect');
  expect(await gateway.savedCards?.forget('a token')).toBe(false);
  const order = { reference: 'P2', amountKobo: toKobo(1), token: 'a token', email: 'x', description: 'x' };
  expect(await gateway.savedCards?.charge(order)).toEqual({ kind: 'attempted' });
  expect(await gateway.listSuccesses?.(new Date(0))).toEqual({ kind: 'unknown', reason: 'no answer in time' });
  const page = await registry.metrics();
  const counted = [...page.matchAll(/_count\{gateway="paystack",operation="(.*)",outcome="(.*)"\} 1/g)];
  expect(counted.map(([, operation, outcome]) => `${operation}: ${outcome}`)).toEqual([
    'verify: error',
    'forget-card: not-done',
    'charge-card: attempted',
    'list-payments: unknown',
  ]);
});

it('offers no more than the gateway does', () => {
  const gateway = createGatewayTiming(new Registry())({ ...ready, savedCards: null, listSuccesses: null });
  expect([gateway.savedCards, gateway.listSuccesses, gateway.listRefunds]).toEqual([null, null, undefined]);
});
