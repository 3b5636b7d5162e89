import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultRequest } from './faults.ts';
import type { CallMoment } from './sandbox-options.ts';
import {
  choose,
  FLUTTERWAVE_KEY,
  interswitchKey,
  openFlutterwave,
  openPaystack,
  openQuickteller,
  PAYSTACK_KEY,
  startTestbed,
  type Testbed,
} from './testing/sandbox-testbed.ts';

let bed: Testbed;
const moments: string[] = [];
beforeAll(async () => {
  const onCall = (moment: CallMoment, { operation }: { operation: string }) => moments.push(`${operation} ${moment}`);
  bed = await startTestbed({ onCall });
});
afterEach(() => bed.handle.clearFaults());
afterAll(() => bed[Symbol.asyncDispose]());

const initialize = (reference: string, signal?: AbortSignal) =>
  bed.call('POST', '/paystack/transaction/initialize', {
    key: PAYSTACK_KEY,
    json: { email: 'amina@example.com', amount: 2_500_000, reference },
    ...(signal && { signal }),
  });
const verify = (reference: string) =>
  bed.call('GET', `/paystack/transaction/verify/${reference}`, { key: PAYSTACK_KEY });
const exists = (reference: string) => bed.handle.transactions().some((entry) => entry.reference === reference);
const onVerify = (fault: Pick<FaultRequest, 'mode'> & Partial<FaultRequest>) =>
  bed.handle.addFault({ gateway: 'paystack', operation: 'verify', ...fault });

test('the connection can drop before or after the gateway has acted', async () => {
  const drop = (when: 'before' | 'after') =>
    bed.handle.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'drop', times: 1, when });
  drop('before');
  await expect(initialize('PDROP1')).rejects.toThrow();
  expect(exists('PDROP1')).toBe(false);
  drop('after');
  await expect(initialize('PDROP2')).rejects.toThrow();
  expect(exists('PDROP2')).toBe(true);
  expect((await initialize('PDROP3')).status).toBe(200);
});

test('a gateway that hangs still acts after its caller has timed out', async () => {
  const caller = new AbortController();
  bed.handle.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'hang', delayMs: 1000, times: 1 });
  const waiting = initialize('PHANG', caller.signal);
  await expect.poll(() => bed.handle.requests({ reference: 'PHANG' }).length).toBe(1);
  expect(exists('PHANG')).toBe(false);
  caller.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(() => exists('PHANG'), { timeout: 5000 }).toBe(true);
});

test('the gateway can answer with errors, an empty body, broken JSON or a wrong shape', async () => {
  await openPaystack(bed, 'PBROKEN');
  for (const status of [500, 502, 503] as const) {
    onVerify({ mode: 'error', status, times: 1 });
    expect((await verify('PBROKEN')).status).toBe(status);
  }
  onVerify({ mode: 'empty', times: 1 });
  onVerify({ mode: 'wrong-json', times: 1 });
  onVerify({ mode: 'wrong-shape', times: 1 });
  const texts = [await verify('PBROKEN'), await verify('PBROKEN'), await verify('PBROKEN')].map(({ status, text }) => [
    status,
    text,
  ]);
  expect(texts).toEqual([
    [200, ''],
    [200, '{"status":tru'],
    [200, '[null]'],
  ]);
  expect((await verify('PBROKEN')).json.status).toBe(true);
});

test('verify can report another amount, currency, reference or mode than the ledger has', async () => {
  await choose(bed, await openPaystack(bed, 'PLIES'), 'approve');
  const said = async (fault: Pick<FaultRequest, 'mode'> & Partial<FaultRequest>) => {
    onVerify({ times: 1, ...fault });
    return (await verify('PLIES')).json.data;
  };
  expect(await said({ mode: 'other-amount' })).toMatchObject({ amount: 1_250_000, requested_amount: 2_500_000 });
  expect(await said({ mode: 'other-amount', amountKobo: 25_000 })).toMatchObject({ amount: 25_000, status: 'success' });
  expect(await said({ mode: 'other-currency', currency: 'GHS' })).toMatchObject({ currency: 'GHS' });
  expect(await said({ mode: 'other-reference', otherReference: 'PELSE' })).toMatchObject({ reference: 'PELSE' });
  expect(await said({ mode: 'other-domain' })).toMatchObject({ domain: 'live' });
  expect(await said({ mode: 'decline' })).toMatchObject({ status: 'failed' });
  expect((await verify('PLIES')).json.data).toMatchObject({
    status: 'success',
    amount: 2_500_000,
    currency: 'NGN',
    domain: 'test',
  });
});

test('a success can arrive late, or after a failure, at every gateway', async () => {
  await choose(bed, await openPaystack(bed, 'PLATE'), 'approve');
  await choose(bed, await openFlutterwave(bed, 'PLATE'), 'approve');
  await choose(bed, await openQuickteller(bed, 'PLATE'), 'approve');
  const key = await interswitchKey(bed);
  const requery =
    '/quickteller/collections/api/v1/gettransaction.json?merchantcode=MX6072&transactionreference=PLATE&amount=2500000';
  const read = {
    paystack: async () => (await verify('PLATE')).json.data.status,
    flutterwave: async () =>
      (await bed.call('GET', '/flutterwave/v3/transactions/verify_by_reference?tx_ref=PLATE', { key: FLUTTERWAVE_KEY }))
        .json.data.status,
    quickteller: async () => (await bed.call('GET', requery, { key })).json.ResponseCode,
  };
  const words = {
    paystack: { pending: 'ongoing', failed: 'failed', success: 'success' },
    flutterwave: { pending: 'pending', failed: 'failed', success: 'successful' },
    quickteller: { pending: '09', failed: '51', success: '00' },
  };
  for (const gateway of ['paystack', 'flutterwave', 'quickteller'] as const) {
    const { pending, failed, success } = words[gateway];
    bed.handle.addFault({ gateway, operation: 'verify', mode: 'late-success' });
    bed.handle.addFault({ gateway, operation: 'verify', mode: 'failed-then-success' });
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await read[gateway]());
    expect(answers).toEqual([pending, pending, failed, success]);
  }
});

test('a fault hits only its own gateway, operation and reference, and only as often as asked', async () => {
  await openPaystack(bed, 'PHIT');
  await openPaystack(bed, 'PMISS');
  onVerify({ mode: 'error', reference: 'PHIT', times: 2 });
  const statuses = [];
  for (const reference of ['PMISS', 'PHIT', 'PMISS', 'PHIT', 'PHIT']) statuses.push((await verify(reference)).status);
  expect(statuses).toEqual([200, 500, 200, 500, 200]);
  const path = '/flutterwave/v3/transactions/verify_by_reference?tx_ref=PHIT';
  onVerify({ mode: 'error' });
  expect((await bed.call('GET', path, { key: FLUTTERWAVE_KEY })).status).toBe(400);
  expect((await verify('PMISS')).status).toBe(500);
  bed.handle.clearFaults();
  expect((await verify('PMISS')).status).toBe(200);
});

test('a refused key uses up no fault and is not recorded as a call', async () => {
  await openPaystack(bed, 'PKEY');
  onVerify({ mode: 'error', times: 1 });
  expect((await bed.call('GET', '/paystack/transaction/verify/PKEY', { key: 'Bearer no' })).status).toBe(401);
  expect(bed.handle.requests({ operation: 'verify', reference: 'PKEY' })).toEqual([]);
  expect((await verify('PKEY')).status).toBe(500);
});

test('a mode without meaning for an operation is refused rather than ignored', () => {
  expect(() => bed.handle.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'lose' })).toThrow(RangeError);
  expect(bed.handle.faults()).toEqual([]);
});

test('starting, refunding and tokens can be declined', async () => {
  bed.handle.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'decline', times: 1 });
  expect((await initialize('PREFUSED')).status).toBe(400);
  await choose(bed, await openPaystack(bed, 'PNOREFUND'), 'approve');
  bed.handle.addFault({ gateway: 'paystack', operation: 'refund', mode: 'decline', times: 1 });
  await bed.call('POST', '/paystack/refund', { key: PAYSTACK_KEY, json: { transaction: 'PNOREFUND' } });
  await expect.poll(() => bed.handle.webhooks().some(({ body }) => body.includes('"refund.failed"'))).toBe(true);
  expect((await verify('PNOREFUND')).json.data.status).toBe('success');
  bed.handle.addFault({ gateway: 'quickteller', operation: 'token', mode: 'decline', times: 1 });
  expect(await interswitchKey(bed)).toBe('Bearer undefined');
});

test('a test in the same process can act at the exact moments of a call', async () => {
  moments.length = 0;
  await openPaystack(bed, 'PMOMENT');
  await expect.poll(() => moments).toEqual(['initialize seen', 'initialize acted', 'initialize answered']);
});

test('a saved card can be declined with a bank’s reason, which verify repeats', async () => {
  await choose(bed, await openPaystack(bed, 'PCARD1'), 'approve');
  const paid = (await verify('PCARD1')).json.data;
  const charge = (reference: string) =>
    bed.call('POST', '/paystack/transaction/charge_authorization', {
      key: PAYSTACK_KEY,
      json: {
        email: paid.customer.email,
        amount: 2_250_000,
        reference,
        authorization_code: paid.authorization.authorization_code,
      },
    });
  bed.handle.addFault({
    gateway: 'paystack',
    operation: 'charge',
    mode: 'decline',
    reason: 'Insufficient Funds',
    times: 1,
  });
  const declined = { status: 'failed', gateway_response: 'Insufficient Funds' };
  expect((await charge('PCARD2')).json).toMatchObject({ status: true, message: 'Charge attempted', data: declined });
  expect((await verify('PCARD2')).json.data).toMatchObject(declined);
  expect((await charge('PCARD3')).json.data).toMatchObject({ status: 'success', amount: 2_250_000 });
});

test('a bank can require its customer’s approval before a token of Flutterwave is charged', async () => {
  await choose(bed, await openFlutterwave(bed, 'FCARD1'), 'approve');
  const found = (reference: string) =>
    bed.call('GET', `/flutterwave/v3/transactions/verify_by_reference?tx_ref=${reference}`, { key: FLUTTERWAVE_KEY });
  const { token } = (await found('FCARD1')).json.data.card;
  bed.handle.addFault({ gateway: 'flutterwave', operation: 'charge', mode: 'challenge', times: 1 });
  const json = { token, email: 'amina@example.com', currency: 'NGN', country: 'NG', amount: 22_500, tx_ref: 'FCARD2' };
  const asked = (await bed.call('POST', '/flutterwave/v3/tokenized-charges', { key: FLUTTERWAVE_KEY, json })).json;
  expect(asked).toMatchObject({
    status: 'success',
    data: { status: 'pending' },
    meta: { authorization: { mode: 'redirect' } },
  });
  await choose(bed, asked.meta.authorization.redirect, 'approve');
  expect((await found('FCARD2')).json.data).toMatchObject({ status: 'successful', amount: 22_500 });
});
