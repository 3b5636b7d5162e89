import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPaystack, PAYSTACK_KEY, startTestbed, type Testbed } from './testing/sandbox-testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed[Symbol.asyncDispose]());

const verify = (reference: string) =>
  bed.call('GET', `/paystack/transaction/verify/${reference}`, { key: PAYSTACK_KEY });

test('a test in another process switches faults on and off', async () => {
  await openPaystack(bed, 'PFAULT');
  const fault = { gateway: 'paystack', operation: 'verify', mode: 'error', status: 503 };
  expect((await bed.call('POST', '/control/faults', { json: fault })).status).toBe(201);
  expect((await bed.call('GET', '/control/faults')).json).toEqual([fault]);
  expect((await verify('PFAULT')).status).toBe(503);
  expect((await bed.call('DELETE', '/control/faults')).status).toBe(204);
  expect((await verify('PFAULT')).status).toBe(200);
});

test('a fault that cannot work is refused with the reason', async () => {
  const good = { gateway: 'paystack', operation: 'verify', mode: 'error' };
  for (const bad of [
    { gateway: 'stripe' },
    { operation: 'verify', mode: 'lose' },
    { mode: 'explode' },
    { times: 0 },
    { status: 418 },
  ]) {
    const reply = await bed.call('POST', '/control/faults', { json: { ...good, ...bad } });
    expect([reply.status, reply.json.message.length > 10]).toEqual([400, true]);
  }
  expect((await bed.call('GET', '/control/faults')).json).toEqual([]);
});

test('the calls received are listed with what was sent, but without keys', async () => {
  await openPaystack(bed, 'PSEEN');
  await verify('PSEEN');
  const seen = await bed.call('GET', '/control/requests?reference=PSEEN');
  expect(seen.json).toMatchObject([
    { gateway: 'paystack', operation: 'initialize', method: 'POST', body: { amount: 2_500_000, reference: 'PSEEN' } },
    { gateway: 'paystack', operation: 'verify', method: 'GET', body: null },
  ]);
  expect(seen.text).not.toContain('sk_test');
  expect((await bed.call('GET', '/control/requests?operation=verify&reference=PSEEN')).json).toHaveLength(1);
  await bed.call('DELETE', '/control/requests');
  expect((await bed.call('GET', '/control/requests')).json).toEqual([]);
});

test('the ledger is listed, and an order decided as the payer would', async () => {
  await openPaystack(bed, 'PDECIDE');
  const entry = async () =>
    (await bed.call('GET', '/control/transactions')).json.find(
      (one: { reference: string }) => one.reference === 'PDECIDE',
    );
  expect(await entry()).toMatchObject({
    gateway: 'paystack',
    amountKobo: 2_500_000,
    chargedKobo: 0,
    currency: 'NGN',
    status: 'created',
  });
  const decided = await bed.call('POST', '/control/transactions/PDECIDE/decide', { json: { outcome: 'approve' } });
  expect(decided.json).toMatchObject({ reference: 'PDECIDE', status: 'success', chargedKobo: 2_500_000 });
  expect(await entry()).toEqual(decided.json);
  const again = await bed.call('POST', '/control/transactions/PDECIDE/decide', { json: { outcome: 'decline' } });
  expect(again.json).toEqual(decided.json);
  expect(
    (await bed.call('POST', '/control/transactions/PNOBODY/decide', { json: { outcome: 'approve' } })).status,
  ).toBe(404);
  expect((await bed.call('POST', '/control/transactions/PDECIDE/decide', { json: { outcome: 'win' } })).status).toBe(
    400,
  );
  const disputed = await bed.call('POST', '/control/transactions/PDECIDE/dispute', { json: { stage: 'resolve' } });
  expect(disputed.json.status).toBe('reversed');
});

test('a webhook is sent by hand and its delivery can be read', async () => {
  const claim = { gateway: 'paystack', reference: 'PNOBODY', claim: 'success', copies: 2 };
  expect((await bed.call('POST', '/control/webhooks', { json: claim })).status).toBe(202);
  await bed.handle.webhooksSettled();
  const deliveries = (await bed.call('GET', '/control/webhooks')).json.filter(
    (one: { reference: string }) => one.reference === 'PNOBODY',
  );
  expect(deliveries).toMatchObject(Array(2).fill({ state: 'acknowledged', tries: 1, lastStatus: 200 }));
});

test('a form of a foreign web page cannot switch anything', async () => {
  const reply = await bed.call('POST', '/control/transactions/PSEEN/decide', { form: { outcome: 'approve' } });
  expect(reply.status).toBe(415);
});
