import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_KEYS } from '../sandbox-options.ts';
import {
  CALLBACK,
  choose,
  openPaystack,
  PAYSTACK_KEY,
  startTestbed,
  type Testbed,
} from '../testing/sandbox-testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed[Symbol.asyncDispose]());

const post = (path: string, json: unknown, key: string = PAYSTACK_KEY) =>
  bed.call('POST', `/paystack${path}`, { key, json });
const verify = (reference: string) =>
  bed.call('GET', `/paystack/transaction/verify/${reference}`, { key: PAYSTACK_KEY });
const paymentOf = (reference: string) => ({ email: 'amina@example.com', amount: 2_500_000, reference });

test('a payment starts with the vendor envelope and the address of its checkout page', async () => {
  const reply = await post('/transaction/initialize', { ...paymentOf('PSTART'), callback_url: CALLBACK });
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({
    status: true,
    message: 'Authorization URL created',
    data: {
      authorization_url: expect.stringMatching(new RegExp(`^${bed.url}/paystack/checkout/[0-9a-f]{32}$`)),
      access_code: expect.any(String),
      reference: 'PSTART',
    },
  });
});

test('a wrong key, a missing key, a bad payment and an unreadable body are refused with the vendor’s messages', async () => {
  const wrong = await post('/transaction/initialize', paymentOf('PREFUSED'), 'Bearer sk_test_wrong');
  expect([wrong.status, wrong.json.status, wrong.json.message]).toEqual([401, false, 'Invalid key']);
  expect((await bed.call('GET', '/paystack/transaction/verify/PREFUSED')).status).toBe(401);
  const cases: [object, number, string][] = [
    [{ ...paymentOf('PREFUSED'), email: 'amina' }, 400, 'invalid_email_address'],
    [{ ...paymentOf('PREFUSED'), amount: 250.5 }, 400, 'invalid_amount'],
    [{ ...paymentOf('PREFUSED'), amount: -1 }, 400, 'invalid_amount'],
    [{ ...paymentOf('PREFUSED'), currency: 'USD' }, 403, 'unsupported_currency'],
    [{ ...paymentOf('P REFUSED') }, 400, 'invalid_params'],
  ];
  for (const [json, status, code] of cases) {
    const reply = await post('/transaction/initialize', json);
    expect([reply.status, reply.json.status, reply.json.code, reply.json.type]).toEqual([
      status,
      false,
      code,
      'validation_error',
    ]);
  }
  const unreadable = await fetch(`${bed.url}/paystack/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: PAYSTACK_KEY, 'content-type': 'application/json' },
    body: '{"email":',
  });
  expect(unreadable.status).toBe(400);
  expect(await unreadable.json()).toMatchObject({ status: false, type: 'validation_error' });
});

test('a reference can be used once, for starting and for charging', async () => {
  await openPaystack(bed, 'PTWICE');
  const again = await post('/transaction/initialize', paymentOf('PTWICE'));
  expect([again.status, again.json.code, again.json.message]).toEqual([
    400,
    'duplicate_reference',
    'Duplicate Transaction Reference',
  ]);
});

test('before the payer acts a payment reads as abandoned, and an unknown reference as an error', async () => {
  await openPaystack(bed, 'PNEW', { metadata: { plan: 7, note: 'x' } });
  const reply = await verify('PNEW');
  expect(reply.json.data).toMatchObject({
    status: 'abandoned',
    amount: 2_500_000,
    paid_at: null,
    authorization: {},
    domain: 'test',
  });
  expect(reply.json.data.metadata).toEqual({ plan: '7', note: 'x' });
  const unknown = await verify('PNOBODY');
  expect([unknown.status, unknown.json.status, unknown.json.message]).toEqual([
    400,
    false,
    'Transaction reference not found.',
  ]);
});

test('an approved payment is a success in kobo with a reusable card, and its webhook is signed over the exact bytes', async () => {
  const url = await openPaystack(bed, 'PAPPROVED');
  const back = await choose(bed, url, 'approve');
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `${CALLBACK}&trxref=PAPPROVED&reference=PAPPROVED`,
  ]);
  const { data } = (await verify('PAPPROVED')).json;
  expect(data).toMatchObject({
    status: 'success',
    amount: 2_500_000,
    requested_amount: 2_500_000,
    currency: 'NGN',
    fees: 47_500,
  });
  expect(data.authorization).toMatchObject({
    channel: 'card',
    reusable: true,
    authorization_code: expect.stringMatching(/^AUTH_/),
  });
  await bed.handle.webhooksSettled();
  const webhooks = bed.portal.received.filter(({ body }) => body.includes('PAPPROVED'));
  expect(webhooks).toHaveLength(2);
  for (const { body, headers } of webhooks) {
    const expected = createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(body, 'utf8').digest('hex');
    expect(headers['x-paystack-signature']).toBe(expected);
    expect(JSON.parse(body)).toEqual({ event: 'charge.success', data });
  }
});

test('a declined payment fails without a webhook, and stays failed', async () => {
  const url = await openPaystack(bed, 'PDECLINED');
  await choose(bed, url, 'decline');
  expect((await verify('PDECLINED')).json.data).toMatchObject({
    status: 'failed',
    gateway_response: 'Declined',
    authorization: {},
  });
  await choose(bed, url, 'approve');
  expect((await verify('PDECLINED')).json.data.status).toBe('failed');
  expect(bed.handle.webhooks().filter(({ reference }) => reference === 'PDECLINED')).toEqual([]);
});

test('a payer who leaves is redirected to the merchant’s cancellation address, and may return and pay', async () => {
  const cancel = 'https://portal.example/plans';
  const url = await openPaystack(bed, 'PLEFT', { metadata: { cancel_action: cancel } });
  const left = await choose(bed, url, 'abandon');
  expect(left.headers.get('location')).toBe(`${cancel}?trxref=PLEFT&reference=PLEFT`);
  expect((await verify('PLEFT')).json.data.status).toBe('abandoned');
  await choose(bed, url, 'approve');
  expect((await verify('PLEFT')).json.data.status).toBe('success');
});

test('a bank transfer is ongoing until it arrives, then a success without a reusable card', async () => {
  await choose(bed, await openPaystack(bed, 'PTRANSFER'), 'delay');
  expect((await verify('PTRANSFER')).json.data.status).toBe('ongoing');
  await using quick = await startTestbed({ delayedTransferMs: 1 });
  await choose(quick, await openPaystack(quick, 'PTRANSFER'), 'delay');
  const [webhook] = await quick.portal.arrived(2, 'PTRANSFER');
  const { data } = JSON.parse(webhook?.body ?? '');
  expect([data.status, data.channel, data.authorization.reusable]).toEqual(['success', 'bank_transfer', false]);
});

test('a saved card is charged at once for the same email only, until it is deactivated', async () => {
  await choose(bed, await openPaystack(bed, 'PCARD'), 'approve');
  const { authorization_code } = (await verify('PCARD')).json.data.authorization;
  const charge = (json: object) => post('/transaction/charge_authorization', { authorization_code, ...json });
  const charged = await charge(paymentOf('PRENEWAL'));
  expect([charged.status, charged.json.message, charged.json.data.status]).toEqual([
    200,
    'Charge attempted',
    'success',
  ]);
  expect((await charge(paymentOf('PRENEWAL'))).json.code).toBe('duplicate_reference');
  expect((await charge({ ...paymentOf('POTHER'), email: 'tunde@example.com' })).status).toBe(400);
  bed.handle.addFault({ gateway: 'paystack', operation: 'charge', mode: 'decline', times: 1 });
  const declined = await charge(paymentOf('PRENEWAL2'));
  expect([declined.status, declined.json.message, declined.json.data.status]).toEqual([
    200,
    'Charge attempted',
    'failed',
  ]);
  bed.handle.addFault({ gateway: 'paystack', operation: 'charge', mode: 'challenge', times: 1 });
  const challenged = await charge(paymentOf('PRENEWAL3'));
  expect(challenged.json.data).toMatchObject({
    paused: true,
    reference: 'PRENEWAL3',
    authorization_url: expect.any(String),
  });
  expect((await post('/customer/authorization/deactivate', { authorization_code })).status).toBe(200);
  expect((await charge(paymentOf('PRENEWAL4'))).status).toBe(400);
});

test('refunds are pending, then processed and announced, never more than was paid, and end in reversed', async () => {
  await choose(bed, await openPaystack(bed, 'PREFUND'), 'approve');
  const part = await post('/refund', { transaction: 'PREFUND', amount: 1_000_000 });
  expect(part.json.data).toMatchObject({ status: 'pending', amount: 1_000_000 });
  expect((await post('/refund', { transaction: 'PREFUND', amount: 1_500_001 })).status).toBe(400);
  expect((await post('/refund', { transaction: 'PNOBODY' })).status).toBe(404);
  await bed.handle.webhooksSettled();
  expect((await verify('PREFUND')).json.data.status).toBe('success');
  const rest = await post('/refund', { transaction: 'PREFUND' });
  expect(rest.json.data.amount).toBe(1_500_000);
  await expect.poll(async () => (await verify('PREFUND')).json.data.status).toBe('reversed');
  await bed.handle.webhooksSettled();
  const read = await bed.call('GET', `/paystack/refund/${rest.json.data.id}`, { key: PAYSTACK_KEY });
  expect(read.json.data).toMatchObject({ status: 'processed', transaction_reference: 'PREFUND' });
  const list = await bed.call('GET', '/paystack/refund?transaction=PREFUND', { key: PAYSTACK_KEY });
  expect(list.json.data.map(({ amount }: { amount: number }) => amount)).toEqual([1_500_000, 1_000_000]);
  const events = bed.portal.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.transaction_reference === 'PREFUND');
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['refund.pending', 'refund.processed']));
  expect((await post('/refund', { transaction: 'PREFUND' })).json.code).toBe('transaction_reversed');
});

test('the list shows the transactions since a moment, newest first, page by page', async () => {
  let now = Date.parse('2026-01-05T09:00:00Z');
  await using own = await startTestbed({ clock: () => new Date(now) });
  await openPaystack(own, 'PBEFORE');
  now += 60_000;
  for (const reference of ['PLIST1', 'PLIST2', 'PLIST3']) {
    await choose(own, await openPaystack(own, reference), 'approve');
  }
  await openPaystack(own, 'PUNPAID');
  const query = 'perPage=2&status=success&from=2026-01-05T09:01:00Z';
  const list = (page: number) => own.call('GET', `/paystack/transaction?${query}&page=${page}`, { key: PAYSTACK_KEY });
  const [first, second] = [await list(1), await list(2)];
  expect(first.json.data.map(({ reference }: { reference: string }) => reference)).toEqual(['PLIST3', 'PLIST2']);
  expect(second.json.data.map(({ reference }: { reference: string }) => reference)).toEqual(['PLIST1']);
  expect(first.json.meta).toEqual({ total: 3, skipped: 0, perPage: 2, page: 1, pageCount: 2 });
});

test('a lost chargeback is announced with the transaction inside, and reverses it', async () => {
  await choose(bed, await openPaystack(bed, 'PDISPUTE'), 'approve');
  bed.handle.dispute('PDISPUTE', 'create');
  bed.handle.dispute('PDISPUTE', 'resolve');
  await bed.handle.webhooksSettled();
  const events = bed.portal.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.transaction?.reference === 'PDISPUTE');
  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set(['charge.dispute.create', 'charge.dispute.resolve']),
  );
  expect((await verify('PDISPUTE')).json.data.status).toBe('reversed');
});
