import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_KEYS } from '../sandbox-options.ts';
import {
  CALLBACK,
  choose,
  FLUTTERWAVE_KEY,
  openFlutterwave,
  startTestbed,
  type Testbed,
} from '../testing/sandbox-testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed[Symbol.asyncDispose]());

const call = (method: string, path: string, json?: unknown) =>
  bed.call(method, `/flutterwave/v3${path}`, { key: FLUTTERWAVE_KEY, ...(json !== undefined && { json }) });
const byReference = (reference: string) => call('GET', `/transactions/verify_by_reference?tx_ref=${reference}`);
const webhooksOf = async (reference: string) => {
  await bed.handle.webhooksSettled();
  return bed.portal.received.filter(({ body }) => body.includes(`"${reference}"`));
};

test('a payment starts with a link only: no transaction id and no echo of our reference', async () => {
  const customer = { email: 'amina@example.com' };
  const reply = await call('POST', '/payments', { tx_ref: 'PSTART', amount: 25_000, redirect_url: CALLBACK, customer });
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({ status: 'success', message: 'Hosted Link', data: { link: expect.any(String) } });
  expect(reply.json.data.link.startsWith(`${bed.url}/flutterwave/checkout/`)).toBe(true);
  expect(bed.handle.transactions().find(({ reference }) => reference === 'PSTART')?.amountKobo).toBe(2_500_000);
});

test('a wrong key and a bad payment are refused with status "error" and no data', async () => {
  const unauthorised = await bed.call('POST', '/flutterwave/v3/payments', {
    key: 'Bearer FLWSECK_TEST-no-X',
    json: {},
  });
  expect([unauthorised.status, unauthorised.json]).toEqual([
    401,
    { status: 'error', message: 'Authorization required', data: null },
  ]);
  const good = { tx_ref: 'PREFUSED', amount: 25_000, customer: { email: 'amina@example.com' } };
  for (const bad of [{ tx_ref: '' }, { amount: 0 }, { amount: 'ten' }, { customer: {} }, { currency: 'USD' }]) {
    const reply = await call('POST', '/payments', { ...good, ...bad });
    expect([reply.status, reply.json.status, reply.json.data]).toEqual([400, 'error', null]);
  }
});

test('before the payer has tried, the reference is not found', async () => {
  await openFlutterwave(bed, 'PNEW');
  const reply = await byReference('PNEW');
  expect([reply.status, reply.json]).toEqual([
    400,
    { status: 'error', message: 'No transaction was found for this id', data: null },
  ]);
});

test('an approved payment is successful in naira with a card token, by our reference and by its id', async () => {
  const back = await choose(bed, await openFlutterwave(bed, 'PAPPROVED', { amount: 18_600.5 }), 'approve');
  const { data } = (await byReference('PAPPROVED')).json;
  expect(data).toMatchObject({
    status: 'successful',
    amount: 18_600.5,
    charged_amount: 18_600.5,
    currency: 'NGN',
    tx_ref: 'PAPPROVED',
  });
  expect(data.card.token).toMatch(/^flw-t1nf-/);
  expect(back.headers.get('location')).toBe(`${CALLBACK}&status=successful&tx_ref=PAPPROVED&transaction_id=${data.id}`);
  expect((await call('GET', `/transactions/${data.id}/verify`)).json.data).toEqual(data);
});

test('the webhook carries the shared hash as it is, twice, with the transaction as verify shows it', async () => {
  await choose(bed, await openFlutterwave(bed, 'PHOOK'), 'approve');
  const webhooks = await webhooksOf('PHOOK');
  expect(webhooks.map(({ headers }) => headers['verif-hash'])).toEqual(
    Array(2).fill(SANDBOX_KEYS.flutterwaveWebhookHash),
  );
  const { data } = (await byReference('PHOOK')).json;
  expect(JSON.parse(webhooks[0]?.body ?? '')).toEqual({
    event: 'charge.completed',
    data,
    'event.type': 'CARD_TRANSACTION',
  });
});

test('after a decline, which is announced, the payer may try again under a new id, and the success counts', async () => {
  const url = await openFlutterwave(bed, 'PRETRY');
  const declined = await choose(bed, url, 'decline');
  expect(declined.headers.get('location')).toContain('status=failed');
  const failed = (await byReference('PRETRY')).json.data;
  expect(failed.status).toBe('failed');
  await choose(bed, url, 'approve');
  const paid = (await byReference('PRETRY')).json.data;
  expect(paid.status).toBe('successful');
  expect(paid.id).not.toBe(failed.id);
  expect((await call('GET', `/transactions/${failed.id}/verify`)).json.data.status).toBe('failed');
  const statuses = (await webhooksOf('PRETRY')).map(({ body }) => JSON.parse(body).data.status);
  expect(statuses.toSorted()).toEqual(['failed', 'failed', 'successful', 'successful']);
});

test('leaving returns as cancelled without a transaction id, and is not announced', async () => {
  const left = await choose(bed, await openFlutterwave(bed, 'PLEFT'), 'abandon');
  expect(left.headers.get('location')).toBe(`${CALLBACK}&status=cancelled&tx_ref=PLEFT`);
  expect((await byReference('PLEFT')).status).toBe(400);
  expect(await webhooksOf('PLEFT')).toEqual([]);
});

test('a bank transfer is pending until it arrives', async () => {
  await choose(bed, await openFlutterwave(bed, 'PTRANSFER'), 'delay');
  const waiting = { status: 'pending', payment_type: 'bank_transfer', amount_settled: 0 };
  expect((await byReference('PTRANSFER')).json.data).toMatchObject(waiting);
  await using quick = await startTestbed({ delayedTransferMs: 1 });
  await choose(quick, await openFlutterwave(quick, 'PTRANSFER'), 'delay');
  const [webhook] = await quick.portal.arrived(2, 'PTRANSFER');
  expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
    data: { status: 'successful', payment_type: 'bank_transfer' },
    'event.type': 'BANK_TRANSFER_TRANSACTION',
  });
});

test('a repeated reference opens a second page, since the vendor does not reliably refuse it, and both can be paid', async () => {
  const first = await openFlutterwave(bed, 'PTWICE');
  const second = await openFlutterwave(bed, 'PTWICE');
  await choose(bed, first, 'approve');
  await choose(bed, second, 'approve');
  const list = await call('GET', '/transactions?tx_ref=PTWICE');
  expect(list.json.data.map(({ status }: { status: string }) => status)).toEqual(['successful', 'successful']);
});

test('a withdrawn link can no longer be paid', async () => {
  const link = await openFlutterwave(bed, 'PWITHDRAWN');
  expect((await call('POST', '/payments/link/disable', { link })).json.status).toBe('success');
  const page = await choose(bed, link, 'approve');
  expect([page.status, page.text.includes('Withdrawn')]).toEqual([200, true]);
  expect((await byReference('PWITHDRAWN')).status).toBe(400);
});

test('a card token is charged for the same email only, under a reference used once', async () => {
  await choose(bed, await openFlutterwave(bed, 'PCARD'), 'approve');
  const { token } = (await byReference('PCARD')).json.data.card;
  const terms = { token, currency: 'NGN', country: 'NG', amount: 22_500, email: 'amina@example.com' };
  const charged = await call('POST', '/tokenized-charges', { ...terms, tx_ref: 'PRENEWAL' });
  expect(charged.json.data).toMatchObject({ status: 'successful', amount: 22_500, tx_ref: 'PRENEWAL' });
  expect((await call('POST', '/tokenized-charges', { ...terms, tx_ref: 'PRENEWAL' })).status).toBe(400);
  const otherEmail = await call('POST', '/tokenized-charges', {
    ...terms,
    tx_ref: 'PSTRANGER',
    email: 'tunde@example.com',
  });
  expect([otherEmail.status, otherEmail.json.message]).toEqual([400, 'Wrong token or email passed']);
  bed.handle.addFault({ gateway: 'flutterwave', operation: 'charge', mode: 'decline', times: 1 });
  expect((await call('POST', '/tokenized-charges', { ...terms, tx_ref: 'PRENEWAL2' })).json.data.status).toBe('failed');
});

test('a refund is in naira, never more than the remainder, and leaves the transaction successful', async () => {
  await choose(bed, await openFlutterwave(bed, 'PREFUND'), 'approve');
  const { id } = (await byReference('PREFUND')).json.data;
  const part = await call('POST', `/transactions/${id}/refund`, { amount: 10_000, comments: 'moved house' });
  expect(part.json.data).toMatchObject({ tx_id: id, amount_refunded: 10_000 });
  expect((await call('POST', `/transactions/${id}/refund`, { amount: 15_000.01 })).status).toBe(400);
  expect((await call('POST', `/transactions/${id}/refund`, {})).json.data.amount_refunded).toBe(15_000);
  await expect
    .poll(() => bed.handle.transactions().find(({ reference }) => reference === 'PREFUND')?.status)
    .toBe('reversed');
  expect((await byReference('PREFUND')).json.data.status).toBe('successful');
  const amounts = (await call('GET', '/refunds')).json.data.map(
    (refund: { amount_refunded: number }) => refund.amount_refunded,
  );
  expect(amounts).toEqual([15_000, 10_000]);
});

test('the list shows the attempted transactions of a range of days, newest first', async () => {
  let now = Date.parse('2026-01-05T23:30:00Z');
  await using own = await startTestbed({ clock: () => new Date(now) });
  await choose(own, await openFlutterwave(own, 'PDAY5'), 'approve');
  now += 3_600_000;
  await choose(own, await openFlutterwave(own, 'PDAY6'), 'decline');
  await openFlutterwave(own, 'PUNTRIED');
  const listed = async (query: string) => {
    const reply = await own.call('GET', `/flutterwave/v3/transactions?${query}`, { key: FLUTTERWAVE_KEY });
    return reply.json.data.map((transaction: { tx_ref: string }) => transaction.tx_ref);
  };
  expect(await listed('from=2026-01-05&to=2026-01-06')).toEqual(['PDAY6', 'PDAY5']);
  expect(await listed('from=2026-01-05&to=2026-01-05')).toEqual(['PDAY5']);
  expect(await listed('from=2026-01-06')).toEqual(['PDAY6']);
});

test('webhooks can be sent in the older flat form, with the same hash', async () => {
  bed.handle.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'older-shape', times: 1 });
  await choose(bed, await openFlutterwave(bed, 'PFLAT'), 'approve');
  const [webhook] = await webhooksOf('PFLAT');
  const body = JSON.parse(webhook?.body ?? '');
  expect(body).toMatchObject({
    txRef: 'PFLAT',
    amount: 25_000,
    status: 'successful',
    'event.type': 'CARD_TRANSACTION',
  });
  expect(body.data).toBeUndefined();
});
