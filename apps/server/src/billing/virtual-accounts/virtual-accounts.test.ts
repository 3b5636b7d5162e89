import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { forgetClosedNumbers } from './close-numbers.ts';
import { openNumbers } from './open-numbers.ts';

const DAY_MS = 24 * 3_600_000;
const BVN = '22212345678';

let bed: PaymentTestbed;
let staff: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());
beforeEach(() => {
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
});

const intakeOf = (provider: IntakeProvider) => {
  const intake = bed.deps.intakes?.find(({ id }) => id === provider);
  if (!intake) throw new Error(`no ${provider}`);
  return intake;
};
const ask = (who: Customer, body: object) => bed.call(who, 'POST', '/api/user/virtual-accounts', body);
const numbersOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/virtual-accounts')).body;
const statusesOf = async (who: Customer) => (await numbersOf(who)).map(({ status }: { status: string }) => status);

/** What is due at a provider, now and after each of its gaps. */
async function work(provider: IntakeProvider): Promise<void> {
  await bed.rows('update virtual_account_requests set next_attempt_at = $1 where next_attempt_at is not null', [
    bed.deps.clock(),
  ]);
  await openNumbers(bed.deps, intakeOf(provider));
}

async function untilReady(who: Customer): Promise<void> {
  while (!(await statusesOf(who)).includes('ready')) {
    await bed.quiet();
    await work('paystack');
  }
}

describe('a customer who asks for account numbers', () => {
  it('gets one that the bank opens later, is told once, and asks for nothing twice', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, {});
    await ask(customer, {});
    expect(await numbersOf(customer)).toMatchObject([
      { bank: 'Wema Bank', status: 'being-prepared', accountNumber: null },
    ]);
    await untilReady(customer);
    const [number] = await numbersOf(customer);
    expect(number).toMatchObject({ bank: 'Wema Bank', status: 'ready' });
    expect(number.accountNumber).toMatch(/^\d{10}$/);
    const told = await bed.rows(
      "select count(*)::int as count from notices where user_id = $1 and kind = 'account-number-ready'",
      [customer.id],
    );
    expect(told).toEqual([{ count: 1 }]);
    expect(bed.sandbox.requests({ operation: 'numbers' }).filter(({ path }) => path.endsWith('/assign'))).toHaveLength(
      1,
    );
  });

  it('gets it though the webhook about it was lost', async () => {
    const customer = await bed.createCustomer();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
    await ask(customer, {});
    await untilReady(customer);
  });

  it.each(['hang', 'drop', 'error', 'wrong-json', 'empty'] as const)(
    'gets one number alone where the answer about it is lost (%s) after the provider has acted',
    async (mode) => {
      const customer = await bed.createCustomer();
      await bed.inHaste(async () => {
        bed.sandbox.addFault({
          gateway: 'monnify',
          operation: 'numbers',
          mode,
          when: 'after',
          times: 1,
          delayMs: 3000,
        });
        const answer = await ask(customer, { provider: 'monnify', bvn: BVN });
        expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('did not answer') } });
      });
      await work('monnify');
      const numbers = await numbersOf(customer);
      expect(numbers.map(({ bank }: { bank: string }) => bank)).toEqual([
        'Moniepoint Microfinance Bank',
        'Wema Bank',
        'Sterling bank',
      ]);
    },
  );

  it('is asked again for BVN or NIN where the provider never got it', async () => {
    const customer = await bed.createCustomer();
    bed.sandbox.addFault({ gateway: 'monnify', operation: 'numbers', mode: 'drop', times: 1 });
    expect((await ask(customer, { provider: 'monnify', nin: BVN })).status).toBe(503);
    await work('monnify');
    expect(await statusesOf(customer)).toEqual(['needs-identity']);
    expect((await ask(customer, { provider: 'monnify', nin: BVN })).status).toBe(200);
    expect(await statusesOf(customer)).toEqual(['ready', 'ready', 'ready']);
  });

  it('gets the numbers that the provider has opened already, though we died before its answer', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, { provider: 'monnify', bvn: BVN });
    await bed.rows('delete from virtual_accounts where account_id = $1', [customer.id]);
    await bed.rows(
      "update virtual_account_requests set status = 'requested', next_attempt_at = $2 where account_id = $1",
      [customer.id, bed.deps.clock()],
    );
    await work('monnify');
    expect(await statusesOf(customer)).toEqual(['needs-identity']);
    expect(await ask(customer, { provider: 'monnify', bvn: BVN })).toMatchObject({ status: 503 });
    await work('monnify');
    expect(await statusesOf(customer)).toEqual(['ready', 'ready', 'ready']);
  });

  it('gets one for a line of theirs beside that for all lines, each asked for once', async () => {
    const customer = await bed.createCustomer();
    const opened = await bed.call(customer, 'POST', '/api/user/lines', { label: 'Shop', planId: bed.planId });
    const lineId: number = opened.body.line.id;
    const offers = async () =>
      (await bed.call(customer, 'GET', `/api/user/virtual-account-providers?line=${lineId}`)).body.map(
        ({ provider }: { provider: string }) => provider,
      );
    await ask(customer, {});
    expect(await offers()).toContain('paystack');
    await ask(customer, { lineId });
    await ask(customer, { lineId });
    expect(await offers()).not.toContain('paystack');
    while ((await statusesOf(customer)).some((status: string) => status !== 'ready')) {
      await bed.quiet();
      await work('paystack');
    }
    const numbers = await numbersOf(customer);
    expect(numbers.map(({ line }: { line: object | null }) => line)).toEqual(
      expect.arrayContaining([null, { id: lineId, label: 'Shop' }]),
    );
    expect(new Set(numbers.map(({ accountNumber }: { accountNumber: string }) => accountNumber)).size).toBe(2);
  });

  it('gets none for a line of somebody else', async () => {
    const [customer, other] = [await bed.createCustomer(), await bed.createCustomer()];
    expect((await ask(customer, { lineId: other.id })).status).toBe(404);
    const path = `/api/user/virtual-account-providers?line=${other.id}`;
    expect((await bed.call(customer, 'GET', path)).status).toBe(404);
    expect(await numbersOf(customer)).toEqual([]);
  });

  it('is told what to do where BVN or NIN is missing, malformed or refused', async () => {
    const customer = await bed.createCustomer();
    expect(await ask(customer, { provider: 'flutterwave' })).toMatchObject({ status: 422 });
    expect((await ask(customer, { provider: 'flutterwave', bvn: '123' })).body.errors).toEqual({
      bvn: 'BVN has 11 digits',
    });
    bed.sandbox.addFault({ gateway: 'monnify', operation: 'numbers', mode: 'decline', times: 1 });
    expect(await ask(customer, { provider: 'monnify', bvn: BVN })).toMatchObject({ status: 422 });
    expect(await ask(customer, { provider: 'no-such' })).toMatchObject({ status: 422 });
  });

  it('leaves BVN and NIN nowhere in the database', async () => {
    const customer = await bed.createCustomer();
    const secret = '99887766554';
    bed.sandbox.addFault({ gateway: 'monnify', operation: 'numbers', mode: 'decline', times: 1 });
    await ask(customer, { provider: 'monnify', bvn: secret });
    await ask(customer, { provider: 'flutterwave', nin: secret });
    const tables = await bed.rows(
      "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { table_name: table } of tables) {
      const found = await bed.rows(`select 1 from "${table}" t where t::text like '%${secret}%' limit 1`);
      expect([table, found]).toEqual([table, []]);
    }
  });

  it('learns that a bank opened none within a day, and may ask once more', async () => {
    const customer = await bed.createCustomer();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'numbers', mode: 'decline' });
    await ask(customer, {});
    await work('paystack');
    expect(await statusesOf(customer)).toEqual(['refused']);
    bed.sandbox.clearFaults();
    await ask(customer, {});
    await untilReady(customer);
  });
});

describe('a bank that stops', () => {
  it('is replaced for all its customers: money to an old number is still theirs, and each is told once', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, { provider: 'monnify', bvn: BVN });
    const old = (await numbersOf(customer)).find(({ bank }: { bank: string }) => bank === 'Sterling bank');
    const replace = () =>
      bed.call(staff, 'POST', '/api/staff/virtual-accounts/replace', {
        provider: 'monnify',
        bank: 'Sterling bank',
        reason: 'Its numbers went dead',
      });
    expect((await replace()).body.replaced).toBeGreaterThan(0);
    expect(await replace()).toMatchObject({ status: 404 });
    expect((await numbersOf(customer)).map(({ bank }: { bank: string }) => bank)).not.toContain('Sterling bank');
    const told = await bed.rows(
      "select count(*)::int as count from notices where user_id = $1 and kind = 'account-number-replaced'",
      [customer.id],
    );
    expect(told).toEqual([{ count: 1 }]);
    bed.sandbox.transfer({ accountNumber: old.accountNumber, amountKobo: 100_000, senderName: 'LATE PAYER' });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
  });

  it('lets a customer whose only number it had ask for another, and says nothing of a refusal', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, { provider: 'flutterwave', bvn: BVN });
    const [old] = await numbersOf(customer);
    const form = { provider: 'flutterwave', bank: old.bank, reason: 'It takes no transfers any more' };
    await bed.call(staff, 'POST', '/api/staff/virtual-accounts/replace', form);
    expect(await numbersOf(customer)).toEqual([]);
    const offers = (await bed.call(customer, 'GET', '/api/user/virtual-account-providers')).body;
    expect(offers).toContainEqual({ provider: 'flutterwave', name: 'Flutterwave', asksIdentity: true });
    await ask(customer, { provider: 'flutterwave', bvn: BVN });
    expect((await numbersOf(customer)).map(({ accountNumber }: typeof old) => accountNumber)).not.toContain(
      old.accountNumber,
    );
    expect(await statusesOf(customer)).toEqual(['ready']);
    bed.sandbox.transfer({ accountNumber: old.accountNumber, amountKobo: 100_000, senderName: 'LATE PAYER' });
    await bed.quiet();
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(1000);
  });
});

describe('numbers that are closed', () => {
  it('are closed at the provider, though it does not answer at first, and forgotten a year later', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, { provider: 'monnify', bvn: BVN });
    const [{ accountNumber }] = await numbersOf(customer);
    bed.sandbox.addFault({ gateway: 'monnify', operation: 'numbers', mode: 'error', times: 2 });
    await bed.call(staff, 'POST', `/api/staff/customers/${customer.id}/virtual-accounts/close`, { reason: 'Left' });
    expect(await numbersOf(customer)).toEqual([]);
    await work('monnify');
    const state = () => bed.rows('select status from virtual_account_requests where account_id = $1', [customer.id]);
    expect(await state()).toEqual([{ status: 'closing' }]);
    await work('monnify');
    expect(await state()).toEqual([{ status: 'closed' }]);
    const sent = async (senderName: string) => {
      bed.sandbox.transfer({ accountNumber, amountKobo: 100_000, senderName });
      await bed.quiet();
      return (await bed.call(staff, 'GET', '/api/staff/incoming-transfers?status=waiting&limit=1')).body[0];
    };
    bed.wait(364 * DAY_MS);
    await forgetClosedNumbers(bed.deps);
    expect(await sent('WITHIN A YEAR')).toMatchObject({
      payer: 'WITHIN A YEAR',
      reason: 'closed-number',
      suggestions: [{ why: 'number', customer: { id: customer.id } }],
    });
    bed.wait(2 * DAY_MS);
    // Also where the job that forgets them has not come yet.
    expect(await sent('A YEAR LATER')).toMatchObject({ payer: 'A YEAR LATER', reason: 'unknown-number' });
    await forgetClosedNumbers(bed.deps);
    expect(await state()).toEqual([]);
    expect(await sent('LATER STILL')).toMatchObject({
      payer: 'LATER STILL',
      reason: 'unknown-number',
      suggestions: [],
    });
  });
});

describe('a customer whose transfer has not arrived', () => {
  it('has the banks asked, and not again at once', async () => {
    const customer = await bed.createCustomer();
    await ask(customer, { provider: 'flutterwave', bvn: BVN });
    const [{ accountNumber }] = await numbersOf(customer);
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'lose' });
    bed.sandbox.transfer({ accountNumber, amountKobo: 250_000, senderName: 'SLOW BANK' });
    const check = () => bed.call(customer, 'POST', '/api/user/virtual-accounts/check', {});
    expect((await check()).body).toMatchObject({ found: 1, message: 'We found your transfer.' });
    expect(await check()).toMatchObject({ status: 429 });
    expect((await bed.call(customer, 'GET', '/api/user/credit')).body.balance).toBe(2500);
    expect(await bed.violations()).toEqual([]);
  });
});
