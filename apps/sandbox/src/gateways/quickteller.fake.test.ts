import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_KEYS } from '../sandbox-options.ts';
import {
  CALLBACK,
  choose,
  interswitchKey,
  openQuickteller,
  startTestbed,
  type Testbed,
} from '../testing/sandbox-testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
});
afterAll(() => bed[Symbol.asyncDispose]());

const requery = async (reference: string, amountKobo = 2_500_000, merchant = 'MX6072') => {
  const query = `merchantcode=${merchant}&transactionreference=${reference}&amount=${amountKobo}`;
  return bed.call('GET', `/quickteller/collections/api/v1/gettransaction.json?${query}`, {
    key: await interswitchKey(bed),
  });
};
const webhooksOf = async (reference: string) => {
  await bed.handle.webhooksSettled();
  return bed.portal.received.filter(({ body }) => body.includes(`"${reference}"`));
};

test('a token is given for the right client only, and expires after an hour', async () => {
  let now = Date.parse('2026-01-05T09:00:00Z');
  await using own = await startTestbed({ clock: () => new Date(now) });
  const form = { grant_type: 'client_credentials', scope: 'profile' };
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${SANDBOX_KEYS.interswitchClientId}:${secret}`).toString('base64')}`;
  const ask = (secret: string) => own.call('POST', '/quickteller/passport/oauth/token', { key: basic(secret), form });
  expect((await ask('wrong')).json).toEqual({ error: 'invalid_client', error_description: expect.any(String) });
  expect((await ask('wrong')).status).toBe(401);
  const { json } = await ask(SANDBOX_KEYS.interswitchClientSecret);
  expect(json).toMatchObject({ token_type: 'bearer', expires_in: 3599, merchant_code: 'MX6072' });
  const key = `Bearer ${json.access_token}`;
  const payBill = () => own.call('POST', '/quickteller/paymentgateway/api/v1/paybill', { key, json: {} });
  expect((await payBill()).status).toBe(400);
  now += 3_600_000;
  expect([(await payBill()).status, (await payBill()).json.error]).toEqual([401, 'invalid_token']);
});

test('Pay Bill answers with the address to pay at and echoes the request, in kobo', async () => {
  const key = await interswitchKey(bed);
  const json = {
    merchantCode: 'MX6072',
    payableCode: '9405967',
    amount: 2_500_000,
    redirectUrl: CALLBACK,
    customerId: '42',
    currencyCode: '566',
    customerEmail: 'amina@example.com',
    transactionReference: 'PSTART',
  };
  const reply = await bed.call('POST', '/quickteller/paymentgateway/api/v1/paybill', { key, json });
  expect(reply.json).toEqual({
    id: expect.any(Number),
    merchantCode: 'MX6072',
    payableCode: '9405967',
    amount: 2_500_000,
    code: '200',
    reference: 'PSTART',
    paymentUrl: expect.stringMatching(new RegExp(`^${bed.url}/quickteller/checkout/`)),
    redirectUrl: CALLBACK,
    customerId: '42',
    currencyCode: '566',
    customerEmail: 'amina@example.com',
  });
  const bad = [
    { merchantCode: 'MX1' },
    { amount: 10.5 },
    { currencyCode: '840' },
    { redirectUrl: '/payment' },
    { customerId: '' },
    {},
  ];
  for (const change of bad) {
    const refused = await bed.call('POST', '/quickteller/paymentgateway/api/v1/paybill', {
      key,
      json: { ...json, ...change },
    });
    expect([refused.status, typeof refused.json.errors[0].code]).toEqual([400, 'string']);
  }
});

test('the requery reports with HTTP 200 that a reference is unknown, unpaid, or queried with another amount', async () => {
  const unknown = await requery('PNOBODY');
  expect([unknown.status, unknown.json]).toEqual([
    200,
    expect.objectContaining({
      ResponseCode: 'Z25',
      Amount: 0,
      TransactionDate: expect.stringMatching(/^0001-/),
      PaymentReference: '',
    }),
  ]);
  await openQuickteller(bed, 'PNEW');
  expect((await requery('PNEW')).json).toMatchObject({ ResponseCode: 'Z0', Amount: 0 });
  expect((await requery('PNEW', 100)).json).toMatchObject({
    ResponseCode: 'Z1',
    ResponseDescription: 'Amount Inconsistency',
    Amount: 0,
  });
  expect((await requery('PNEW', 2_500_000, 'MX1')).json.ResponseCode).toBe('20031');
});

test('the requery works without a token but not with a wrong one', async () => {
  const path =
    '/quickteller/collections/api/v1/gettransaction.json?merchantcode=MX6072&transactionreference=PX&amount=1';
  expect((await bed.call('GET', path)).json.ResponseCode).toBe('Z25');
  expect((await bed.call('GET', path, { key: 'Bearer a.b' })).status).toBe(401);
});

test('an approved payment is code 00 with its amount, and the browser returns with the vendor fields', async () => {
  const back = await choose(bed, await openQuickteller(bed, 'PAPPROVED'), 'approve');
  const { json } = await requery('PAPPROVED');
  expect(json).toMatchObject({ ResponseCode: '00', Amount: 2_500_000, MerchantReference: 'PAPPROVED' });
  expect(json.PaymentReference).toMatch(/^FBN\|WEB\|MX6072\|\d\d-\d\d-\d{4}\|\d+\|\d+$/);
  const returned = new URL(back.headers.get('location') ?? '').searchParams;
  expect(Object.fromEntries(returned)).toMatchObject({
    from: 'gateway',
    txnref: 'PAPPROVED',
    payRef: json.PaymentReference,
    retRef: json.RetrievalReferenceNumber,
    resp: '00',
    apprAmt: '2500000',
  });
});

test('every final result is announced twice as COMPLETED, signed over the exact bytes', async () => {
  const expected = { approve: '00', decline: '51', abandon: 'Z6' };
  for (const [outcome, responseCode] of Object.entries(expected)) {
    const reference = `PDONE${outcome.toUpperCase()}`;
    await choose(bed, await openQuickteller(bed, reference), outcome);
    expect((await requery(reference)).json.ResponseCode).toBe(responseCode);
    const webhooks = await webhooksOf(reference);
    expect(webhooks).toHaveLength(2);
    for (const { body, headers } of webhooks) {
      const signature = createHmac('sha512', SANDBOX_KEYS.interswitchWebhookSecret).update(body, 'utf8').digest('hex');
      expect(headers['x-interswitch-signature']).toBe(signature);
      const { event, uuid, data } = JSON.parse(body);
      expect([event, uuid, data.merchantReference]).toEqual(['TRANSACTION.COMPLETED', reference, reference]);
      expect([data.responseCode, data.amount, data.currencyCode]).toEqual([responseCode, 2_500_000, '566']);
    }
  }
});

test('a bank transfer is in progress until it arrives', async () => {
  const back = await choose(bed, await openQuickteller(bed, 'PTRANSFER'), 'delay');
  expect(back.headers.get('location')).toContain('resp=09');
  expect((await requery('PTRANSFER')).json).toMatchObject({ ResponseCode: '09', Amount: 0 });
  await using quick = await startTestbed({ delayedTransferMs: 1 });
  await choose(quick, await openQuickteller(quick, 'PTRANSFER'), 'delay');
  const [webhook] = await quick.portal.arrived(2, 'PTRANSFER');
  expect(JSON.parse(webhook?.body ?? '').data).toMatchObject({ responseCode: '00', channel: 'TRANSFER' });
});

test('a refund counts once for its reference and never exceeds what was paid', async () => {
  await choose(bed, await openQuickteller(bed, 'PREFUND'), 'approve');
  const [webhook] = await webhooksOf('PREFUND');
  const parentPaymentId = JSON.parse(webhook?.body ?? '').data.paymentId;
  const key = await interswitchKey(bed);
  const refund = (json: object) =>
    bed.call('POST', '/quickteller/paymentgateway/api/v1/refunds', { key, json: { parentPaymentId, ...json } });
  const part = { refundReference: 'R1', refundType: 'PARTIAL', refundAmount: 1_000_000 };
  expect((await refund(part)).json).toMatchObject({
    refundReference: 'R1',
    refundAmount: 1_000_000,
    status: 'PENDING',
  });
  expect((await refund(part)).status).toBe(400);
  expect((await refund({ ...part, refundReference: 'R2', refundAmount: 1_500_001 })).status).toBe(400);
  expect((await refund({ refundReference: 'R3', refundType: 'FULL' })).json.refundAmount).toBe(1_500_000);
  expect((await refund({ ...part, refundReference: 'R4', parentPaymentId: 1 })).status).toBe(404);
});
