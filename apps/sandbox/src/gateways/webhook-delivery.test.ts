import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { UNKNOWN_REFERENCE } from '../faults.ts';
import { SANDBOX_KEYS } from '../sandbox-options.ts';
import { choose, openFlutterwave, openPaystack, openQuickteller, startTestbed } from '../testing/sandbox-testbed.ts';

const signatureOf = (body: string) => createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(body).digest('hex');

test('a webhook is retried until it is answered 200; a redirect or another 2xx is no acknowledgement', async () => {
  await using bed = await startTestbed();
  bed.portal.answerWith(500, 302, 401, 204, 503, 404, 200);
  await choose(bed, await openPaystack(bed, 'PAGAIN'), 'approve');
  await bed.handle.webhooksSettled();
  expect(bed.portal.received).toHaveLength(8);
  expect(new Set(bed.portal.received.map(({ body }) => body)).size).toBe(1);
  expect(bed.handle.webhooks().map(({ state, lastStatus }) => [state, lastStatus])).toEqual(
    Array(2).fill(['acknowledged', 200]),
  );
});

test('the intervals between attempts grow, and the last one repeats', async () => {
  const waits: unknown[] = [];
  const log = { info: (details: object) => waits.push(details), warn: () => undefined };
  await using bed = await startTestbed({ webhookRetryDelaysMs: [1, 5, 20], log });
  bed.portal.answerWith(500, 500, 500, 500, 200);
  bed.handle.sendWebhook({ gateway: 'paystack', reference: 'PGAPS', claim: 'success' });
  await bed.handle.webhooksSettled();
  expect(waits).toMatchObject([{ delayMs: 1 }, { delayMs: 5 }, { delayMs: 20 }, { delayMs: 20 }]);
});

test('an unreachable portal gets the webhook once it is reachable again', async () => {
  let target = 'http://127.0.0.1:1';
  let tries = 0;
  await using bed = await startTestbed({
    webhookTarget: () => {
      tries += 1;
      return target;
    },
  });
  await choose(bed, await openPaystack(bed, 'PBACK'), 'approve');
  await expect.poll(() => tries).toBeGreaterThan(5);
  target = `${bed.portal.url}/api/webhooks/paystack`;
  await bed.handle.webhooksSettled();
  expect(bed.portal.received).toHaveLength(2);
});

test('webhooks can be lost, multiplied and forged', async () => {
  await using bed = await startTestbed();
  const approveUnder = async (reference: string, mode: 'lose' | 'duplicate' | 'forge', copies = 7) => {
    bed.handle.addFault({ gateway: 'paystack', operation: 'webhook', mode, reference, copies });
    await choose(bed, await openPaystack(bed, reference), 'approve');
    await bed.handle.webhooksSettled();
    return bed.portal.received.filter(({ body }) => body.includes(reference));
  };
  expect(await approveUnder('PLOST', 'lose')).toEqual([]);
  expect(await approveUnder('PMANY', 'duplicate')).toHaveLength(7);
  bed.portal.answerWith(401);
  const forged = await approveUnder('PFORGED', 'forge');
  expect(forged).toHaveLength(2);
  for (const { body, headers } of forged) {
    expect(headers['x-paystack-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(headers['x-paystack-signature']).not.toBe(signatureOf(body));
  }
});

test('webhooks can be shuffled: a decline is announced after the success that followed it', async () => {
  await using bed = await startTestbed();
  bed.handle.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'shuffle', delayMs: 500 });
  const url = await openFlutterwave(bed, 'PSHUFFLED');
  await choose(bed, url, 'decline');
  await choose(bed, url, 'approve');
  await bed.handle.webhooksSettled();
  const statuses = bed.portal.received.map(({ body }) => JSON.parse(body).data.status);
  expect(statuses).toEqual(['successful', 'successful', 'failed', 'failed']);
});

test('a correctly signed webhook can name an unknown reference, another amount, another currency or the live mode', async () => {
  await using bed = await startTestbed();
  const announced = async (fault: {
    mode: 'other-reference' | 'other-amount' | 'other-currency' | 'other-domain';
    amountKobo?: number;
  }) => {
    const before = bed.portal.received.length;
    bed.handle.addFault({ gateway: 'paystack', operation: 'webhook', times: 1, ...fault });
    await choose(bed, await openPaystack(bed, `PLIE${before}`), 'approve');
    await bed.handle.webhooksSettled();
    const { body = '', headers } = bed.portal.received[before] ?? {};
    expect(headers?.['x-paystack-signature']).toBe(signatureOf(body));
    return JSON.parse(body).data;
  };
  expect((await announced({ mode: 'other-reference' })).reference).toBe(UNKNOWN_REFERENCE);
  expect((await announced({ mode: 'other-amount' })).amount).toBe(1_250_000);
  expect((await announced({ mode: 'other-amount', amountKobo: 250_000_000 })).amount).toBe(250_000_000);
  expect((await announced({ mode: 'other-currency' })).currency).toBe('USD');
  expect((await announced({ mode: 'other-domain' })).domain).toBe('live');
});

test('any webhook can be sent manually, with a valid signature over false content, at every gateway', async () => {
  await using bed = await startTestbed();
  await openQuickteller(bed, 'PUNPAID');
  bed.handle.sendWebhook({ gateway: 'quickteller', reference: 'PUNPAID', claim: 'success', copies: 3 });
  bed.handle.sendWebhook({ gateway: 'flutterwave', reference: 'PNOBODY', claim: 'failed', amountKobo: 150 });
  bed.handle.sendWebhook({ gateway: 'paystack', reference: 'PNOBODY', claim: 'failed' });
  await bed.handle.webhooksSettled();
  const bodies = (gateway: string) =>
    bed.portal.received.filter((one) => one.gateway === gateway).map(({ body }) => JSON.parse(body));
  expect(bodies('quickteller').map(({ data }) => data.responseCode)).toEqual(['00', '00', '00']);
  expect(bodies('flutterwave')).toMatchObject([{ data: { tx_ref: 'PNOBODY', status: 'failed', amount: 1.5 } }]);
  expect(bodies('paystack')).toMatchObject([{ event: 'charge.failed', data: { reference: 'PNOBODY' } }]);
  expect(bed.handle.transactions().map(({ status }) => status)).toEqual(['created']);
});
