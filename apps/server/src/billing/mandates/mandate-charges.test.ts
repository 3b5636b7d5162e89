import { DAY_MS, lagosDate } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MandateTestbed, startMandateTestbed } from '../../testing/billing/mandate-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { runDueCharges } from '../auto-pay/run-due-charges.ts';
import { findLongestWaits } from './mandate.repository.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: MandateTestbed;
beforeAll(async () => {
  bed = await startMandateTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.rest();
  await bed.rows('update mandates set next_check_at = null');
});
afterAll(() => bed.close());

const onCharge = (fault: Omit<Parameters<typeof bed.sandbox.addFault>[0], 'gateway' | 'operation'>) =>
  bed.sandbox.addFault({ gateway: 'paystack', operation: 'charge', ...fault });
const prefer = (who: Customer, wish: { chargeFirst?: string | null; salaryDay?: unknown }) =>
  who.browser.put('/api/user/auto-pay/preferences', { chargeFirst: null, salaryDay: null, ...wish });
const periods = async (who: Customer) =>
  (await bed.rows('select paid_periods from user_subscriptions where user_id = $1', [who.id]))[0]?.paid_periods;
const told = async (who: Customer) => (await bed.noticesOf(who)).filter((kind) => kind.startsWith('auto-pay'));

/** A customer who has agreed to a card and then to a bank account. */
async function createPayerOfBoth(): Promise<Customer> {
  const who = await bed.createPayer();
  await bed.giveMandate(who);
  return who;
}
/** A customer who has agreed to a bank account alone. */
async function createAccountPayer(): Promise<Customer> {
  const who = await bed.createCustomer();
  await bed.payByCard(who, { keep: false });
  await bed.giveMandate(who);
  return who;
}

describe('a bank account', () => {
  it('pays the month in the morning of the due day, 10 % below its price, once its bank has decided', async () => {
    const who = await createAccountPayer();
    await bed.liveUntil(who, 1);
    expect(await periods(who)).toBe(2);
    expect(bed.charges(who).map(({ amount }) => amount)).toEqual([2_250_000]);
    expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0]).toMatchObject({ status: 'paid', total: 22_500 });
    const [payment] = await bed.rows(
      "select channel from payments where user_id = $1 and charge_attempt is not null and status = 'successful'",
      [who.id],
    );
    expect(payment).toEqual({ channel: 'direct_debit' });
    expect(await told(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming']);
  });

  it('without money stays usable month after month, and its owner learns why it did not pay', async () => {
    const who = await createAccountPayer();
    onCharge({ mode: 'decline', reason: 'Insufficient Funds' });
    await bed.liveUntil(who, 2);
    expect(await bed.view(who)).toMatchObject({
      state: 'on',
      attempt: {
        state: 'declined',
        reason: 'no-money',
        label: 'Zenith Bank ending 6789',
        nextTryAt: expect.any(String),
      },
    });
    await bed.live(4 * 24);
    expect(await bed.subscription(who)).toMatchObject({ status: 'suspended', autoPay: true });
    bed.wait(26 * DAY_MS);
    bed.sandbox.clearFaults();
    await bed.payByCard(who, { keep: false });
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'active' });
    await bed.liveUntil(who, 1);
    expect(await periods(who)).toBe(3);
  });

  it('is charged after one attempt that nobody knows the outcome of only once that is known', async () => {
    const who = await createAccountPayer();
    onCharge({ mode: 'drop', when: 'after', times: 1 });
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 1 });
    await bed.liveUntil(who, 6);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(2);
  });
});

describe('of a card and a bank account', () => {
  it('what the customer agreed to first is charged first, until they want it otherwise', async () => {
    const [who, other] = [await createPayerOfBoth(), await createPayerOfBoth()];
    expect((await bed.view(who)).methods.map(({ kind }) => kind)).toEqual(['card', 'mandate']);
    const { autoPay } = (await prefer(other, { chargeFirst: 'mandate' })).json();
    expect(autoPay.methods.map(({ kind }: { kind: string }) => kind)).toEqual(['mandate', 'card']);
    await bed.liveUntil(who, 1);
    await bed.live(3);
    expect(await bed.attempts(who)).toMatchObject([{ kind: 'card', status: 'successful' }]);
    expect(await bed.attempts(other)).toMatchObject([{ kind: 'mandate', status: 'successful' }]);
  });

  it('a decline moves on to the other, on the next planned day', async () => {
    const who = await createPayerOfBoth();
    await prefer(who, { chargeFirst: 'mandate' });
    onCharge({ mode: 'decline', reason: 'Insufficient Funds', times: 3 });
    const due = new Date((await bed.subscription(who)).nextBillingDate).getTime();
    await bed.liveUntil(who, 3 * 24);
    const days = [0, 1, 2].map((after) => lagosDate(new Date(due + after * DAY_MS)));
    expect(await bed.attempts(who)).toEqual([
      { kind: 'mandate', day: days[0], status: 'failed' },
      { kind: 'card', day: days[1], status: 'failed' },
      { kind: 'mandate', day: days[2], status: 'failed' },
    ]);
  });

  it('neither is charged while the bank has not decided about one, however many days that takes', async () => {
    const who = await createPayerOfBoth();
    await prefer(who, { chargeFirst: 'mandate' });
    onCharge({ mode: 'stall' });
    await bed.liveUntil(who, 5 * 24);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await bed.view(who)).toMatchObject({ attempt: { state: 'charging' } });
    expect(await bed.subscription(who)).toMatchObject({ status: 'active' });
    const [open] = await bed.rows("select created_at from payments where user_id = $1 and status = 'pending'", [
      who.id,
    ]);
    expect((await findLongestWaits(bed.deps.database)).charge).toEqual(open?.created_at);
    bed.sandbox.clearFaults();
    bed.sandbox.decideDebit(String(bed.charges(who)[0]?.reference), true);
    await bed.live(3);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(2);
    expect((await findLongestWaits(bed.deps.database)).charge).toBeNull();
  });

  it('the other one is charged where one is removed or paused before the due day', async () => {
    const who = await createPayerOfBoth();
    const { paymentMethodId } = await bed.mandateOf(who);
    await prefer(who, { chargeFirst: 'mandate' });
    await who.browser.put(`/api/user/payment-methods/${paymentMethodId}/pause`, { isPaused: true });
    expect(await bed.view(who)).toMatchObject({
      card: { kind: 'card' },
      methods: [{ isPaused: true }, { isPaused: false }],
    });
    await bed.liveUntil(who, 1);
    expect(await bed.attempts(who)).toMatchObject([{ kind: 'card', status: 'successful' }]);
  });

  it('the second goes on where the first is declined for good, and the customer is told which', async () => {
    const who = await createPayerOfBoth();
    onCharge({ mode: 'decline', reason: 'Stolen card', times: 1 });
    // Past the next morning, at whichever hour the month ends.
    await bed.liveUntil(who, 33);
    expect(await bed.attempts(who)).toMatchObject([
      { kind: 'card', status: 'failed' },
      { kind: 'mandate', status: 'successful' },
    ]);
    expect(await told(who)).toContain('auto-pay-goes-on');
    expect(await bed.view(who)).toMatchObject({ state: 'on', methods: [{ kind: 'mandate' }] });
  });
});

describe('a mandate that its owner removes while a charge of it is on its way', () => {
  it('is not charged again, and what the bank pays all the same counts once', async () => {
    const who = await createAccountPayer();
    onCharge({ mode: 'stall' });
    await bed.liveUntil(who, 1);
    const { id } = await bed.mandateOf(who);
    expect((await who.browser.delete(`/api/user/mandates/${id}`)).statusCode).toBe(200);
    bed.sandbox.clearFaults();
    bed.sandbox.decideDebit(String(bed.charges(who)[0]?.reference), true);
    await bed.live(48);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(2);
  });

  it('is not charged when the charge was planned and not sent', async () => {
    const who = await createAccountPayer();
    await bed.liveUntil(who, -26);
    bed.wait(27 * 3_600_000);
    await bed.renew();
    const { id } = await bed.mandateOf(who);
    await who.browser.delete(`/api/user/mandates/${id}`);
    await runDueCharges(bed.renewals);
    expect(bed.charges(who)).toEqual([]);
  });
});

describe('a customer who says when they are paid', () => {
  it('sees the days on which they are charged, and is charged on these', async () => {
    const who = await createAccountPayer();
    const due = new Date((await bed.subscription(who)).nextBillingDate).getTime();
    const dayAfter = (days: number) => lagosDate(new Date(due + days * DAY_MS));
    const usual = (await bed.view(who)).plannedAt.map((at) => lagosDate(new Date(at)));
    expect(usual).toEqual([0, 1, 2].map(dayAfter));
    const salaryDay = Number(dayAfter(2).slice(-2));
    const { autoPay } = (await prefer(who, { salaryDay })).json();
    expect(autoPay.salaryDay).toBe(salaryDay);
    // The morning of the third day may be after the end of the grace period.
    const firstTwo = (all: string[]) => all.slice(0, 2);
    expect(firstTwo(autoPay.plannedAt.map((at: string) => lagosDate(new Date(at))))).toEqual([0, 2].map(dayAfter));
    onCharge({ mode: 'decline', reason: 'Insufficient Funds' });
    await bed.liveUntil(who, 3 * 24);
    expect(firstTwo((await bed.attempts(who)).map(({ day }) => day))).toEqual([0, 2].map(dayAfter));
  });

  it.each([0, 32, 1.5, 'tomorrow', null, 'last-working-day'])('is answered for the day %s', async (salaryDay) => {
    const who = await createAccountPayer();
    const isGood = salaryDay === null || salaryDay === 'last-working-day';
    expect((await prefer(who, { salaryDay })).statusCode).toBe(isGood ? 200 : 422);
    expect((await bed.view(who)).salaryDay).toBe(isGood ? salaryDay : null);
  });
});
