import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AutoPayTestbed, startAutoPayTestbed } from '../../testing/billing/auto-pay-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { warnOfExpiry } from '../saved-cards/warn-of-expiry.ts';
import { runDueCharges } from './run-due-charges.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;

let bed: AutoPayTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startAutoPayTestbed();
  staff = await bed.createStaff();
});
afterEach(async () => {
  bed.sandbox.clearFaults();
  expect(await bed.violations()).toEqual([]);
  // The charges of the next story are its own.
  await bed.rows('update user_subscriptions set next_step_at = null');
  await bed.rows('update payments set charge_due_at = null, next_check_at = null');
});
afterAll(() => bed.close());

const decline = (reason: string, times?: number) =>
  bed.sandbox.addFault({
    gateway: 'paystack',
    operation: 'charge',
    mode: 'decline',
    reason,
    ...(times && { times }),
  });
const amounts = (who: Customer) => bed.charges(who).map(({ amount }) => amount);
const latest = async (who: Customer) =>
  String(
    (await bed.rows('select reference from payments where user_id = $1 order by created_at desc', [who.id]))[0]
      ?.reference,
  );
const askRefund = (reference: string) =>
  bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
const chargeBack = (reference: string) =>
  bed.call(staff, 'POST', `/api/staff/payments/${reference}/chargeback`, { reason: 'Letter of the bank' });
const credit = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/credit')).body.balance;
const openInvoices = async (who: Customer) =>
  (await bed.call(who, 'GET', '/api/user/invoices')).body.filter(({ status }: { status: string }) => status === 'open');
const work = async () => {
  await bed.renew();
  await runDueCharges(bed.renewals);
  await bed.quiet();
};
/** Stays away until so many hours after the paid time has ended. */
const leapTo = async (who: Customer, hoursAfter: number) => {
  const due = Date.parse((await bed.subscription(who)).nextBillingDate);
  bed.wait(due + hoursAfter * HOUR_MS - bed.deps.clock().getTime());
};
const nothingHappens = async (who: Customer) => {
  const told = await bed.told(who);
  await bed.liveOn(9);
  expect(bed.charges(who)).toEqual([]);
  expect(await openInvoices(who)).toEqual([]);
  expect(await bed.told(who)).toEqual(told);
  expect(await bed.subscription(who)).toMatchObject({ status: 'suspended', graceEndsAt: null });
};

describe('once its money has gone back', () => {
  it('a month ends and the line is off: the card is not charged for another, and nobody is billed', async () => {
    const who = await bed.createPayer();
    await askRefund(await latest(who));
    await settleRefunds(bed);
    await nothingHappens(who);
    await bed.payByCard(who, { keep: false });
    expect(await bed.subscription(who)).toMatchObject({ status: 'active', autoPay: true });
  });

  it('at the wish of the bank, the card is not charged ever again, and its owner hears both', async () => {
    const who = await bed.createPayer('flutterwave');
    await chargeBack(await latest(who));
    expect(await bed.view(who)).toMatchObject({ state: 'stopped', next: null, offer: null });
    expect((await bed.told(who)).slice(-2).toSorted()).toEqual(['auto-pay-stopped', 'payment-charged-back']);
    await nothingHappens(who);
  });

  it('to the credit that paid for it, that is not spent on another month', async () => {
    const who = await bed.createPayer();
    await bed.creditBy(who, 25_000);
    bed.wait(40 * DAY_MS);
    await bed.renew();
    expect(await credit(who)).toBeLessThan(25_000);
    await askRefund(await latest(who));
    expect(await credit(who)).toBe(25_000);
    await nothingHappens(who);
    expect(await credit(who)).toBe(25_000);
  });

  it('of two months paid with a stolen card, neither goes on: the later takes the place of the first, and ends too', async () => {
    const who = await bed.createCustomer();
    const [first, second] = [
      await bed.payByCard(who, { gateway: 'flutterwave', keep: false }),
      await bed.payByCard(who, { gateway: 'flutterwave', keep: false }),
    ];
    await chargeBack(first);
    const days = (Date.parse((await bed.subscription(who)).nextBillingDate) - bed.deps.clock().getTime()) / DAY_MS;
    expect(days).toBeLessThan(32);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active' });
    await chargeBack(second);
    await nothingHappens(who);
    expect((await bed.told(who)).filter((kind) => kind === 'payment-charged-back')).toHaveLength(2);
  });

  it('or is on its way, nothing is charged for the next month; if the gateway fails to send it, life goes on', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -26);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'refund', mode: 'decline', times: 1 });
    await askRefund(await latest(who));
    bed.wait(27 * HOUR_MS);
    await work();
    expect(bed.charges(who)).toEqual([]);
    await settleRefunds(bed);
    bed.wait(2 * HOUR_MS);
    await work();
    expect(amounts(who)).toEqual([2_250_000]);
  });
});

describe('after the portal was away', () => {
  it('for longer than the days of grace, the card is charged before anybody is cut off', async () => {
    const who = await bed.createPayer();
    await leapTo(who, 4 * 24);
    await work();
    expect(amounts(who)).toEqual([2_250_000]);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active' });
  });

  it('for as long, who pays by hand is billed and has the days of grace from then', async () => {
    const who = await bed.createCustomer();
    await bed.payByCard(who, { keep: false });
    await leapTo(who, 4 * 24);
    await bed.renew();
    expect(await openInvoices(who)).toHaveLength(1);
    const { status, graceEndsAt } = await bed.subscription(who);
    expect(status).toBe('active');
    expect(Date.parse(graceEndsAt) - bed.deps.clock().getTime()).toBeGreaterThan(2.99 * DAY_MS);
    bed.wait(3.1 * DAY_MS);
    await bed.renew();
    expect(await bed.subscription(who)).toMatchObject({ status: 'suspended' });
  });

  it('and without any days of grace, the line is cut off only when the card has not paid', async () => {
    const who = await bed.createPayer();
    const strict = { ...bed.renewals, rules: { invoiceDays: 7, graceDays: 0 } };
    decline('Insufficient Funds', 1);
    await leapTo(who, 1);
    await bed.renew(strict);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active' });
    await runDueCharges(bed.renewals);
    await bed.renew(strict);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await bed.subscription(who)).toMatchObject({ status: 'suspended' });
  });
});

describe('a card is tried', () => {
  it('again for what is left when its payment became credit', async () => {
    const who = await bed.createPayer();
    await bed.creditBy(who, 5000);
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * HOUR_MS);
    await bed.renew();
    await bed.creditBy(who, -5000);
    await runDueCharges(bed.renewals);
    await bed.quiet();
    await work();
    expect(amounts(who)).toEqual([1_750_000, 500_000]);
    expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0]).toMatchObject({ status: 'paid', total: 22_500 });
  });

  it('on the day that was announced, also when it did not pay before an outage gave time back', async () => {
    const who = await bed.createPayer();
    decline('Insufficient Funds', 3);
    await bed.liveUntilRenewal(who, 2.5 * 24);
    expect(bed.charges(who)).toHaveLength(3);
    await bed.giveBack(who, 5);
    await bed.liveUntilRenewal(who, 1);
    expect(bed.charges(who)).toHaveLength(4);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active', graceEndsAt: expect.any(String) });
  });

  it('at once when its owner sets it up on the last morning, after another was declined for good', async () => {
    const who = await bed.createPayer();
    decline('Stolen card', 1);
    await bed.liveUntilRenewal(who, 1);
    expect(await bed.view(who)).toMatchObject({ state: 'stopped' });
    const other = await bed.createPayer();
    await bed.rows(
      `insert into payment_methods (user_id, provider, reference, email, card_signature)
       select $1, provider, reference, $3, 'another' from payment_methods where user_id = $2`,
      [who.id, other.id, who.email],
    );
    const [card] = await bed.rows("select id from payment_methods where user_id = $1 and card_signature = 'another'", [
      who.id,
    ]);
    await bed.call(who, 'POST', '/api/user/auto-pay', { card: card?.id, agreed: true });
    await work();
    expect(bed.charges(who)).toHaveLength(2);
  });
});

it('what was announced and invoiced is what is charged, although the price goes up meanwhile', async () => {
  const [who, byHand] = [await bed.createPayer(), await bed.createCustomer()];
  await bed.payByCard(byHand, { keep: false });
  await bed.liveUntilRenewal(who, -25);
  const before = (await openInvoices(byHand))[0];
  await bed.rows('update service_plans set price = 30000 where id = $1', [bed.planId]);
  try {
    expect(await bed.view(who)).toMatchObject({ next: { amount: 22_500 } });
    await bed.liveOn(27);
    expect(amounts(who)).toEqual([2_250_000]);
    expect(await openInvoices(byHand)).toEqual([before]);
    await bed.payByCard(byHand, { keep: false });
    expect((await bed.call(byHand, 'GET', '/api/user/invoices')).body[0]).toMatchObject({
      status: 'paid',
      total: 25_000,
    });
    // The month after is at the new price.
    expect((await bed.view(who)).next).toMatchObject({ amount: 27_000 });
  } finally {
    await bed.rows('update service_plans set price = 25000 where id = $1', [bed.planId]);
  }
});

it('of who cannot sign in nothing is charged or taken from credit, and nobody is written to: the line runs out', async () => {
  const who = await bed.createPayer();
  await bed.creditBy(who, 30_000);
  await bed.rows('update users set disabled = true where id = $1', [who.id]);
  const told = await bed.told(who);
  for (const hours of [-100, -48, 1, 25, 80]) {
    const [subscription] = await bed.rows(
      'select extract(epoch from next_renewal) * 1000 as due from user_subscriptions where user_id = $1',
      [who.id],
    );
    bed.wait(Number(subscription?.due) + hours * HOUR_MS - bed.deps.clock().getTime());
    await work();
  }
  const [subscription] = await bed.rows('select status from user_subscriptions where user_id = $1', [who.id]);
  expect(subscription?.status).toBe('suspended');
  expect(bed.charges(who)).toEqual([]);
  expect(await bed.told(who)).toEqual(told);
  const [owned] = await bed.rows('select balance::int from credit_balances where user_id = $1', [who.id]);
  expect(owned?.balance).toBe(30_000);
});

it('whose gateway is gone is billed the price that paying by hand asks', async () => {
  const who = await bed.createPayer();
  const amountsTold: unknown[] = [];
  const alone: BillingDependencies = {
    ...bed.renewals,
    gateways: [],
    notify: async (_tx, ...notices) =>
      void amountsTold.push(...notices.map(({ values }) => 'amount' in values && values.amount)),
  };
  await leapTo(who, -48);
  await bed.renew(alone);
  expect(amountsTold).toEqual(['₦25,000']);
  expect((await openInvoices(who))[0]).toMatchObject({ total: 25_000 });
});

it('who has left is not told that the card of their renewals expires', async () => {
  const who = await bed.createPayer();
  await who.browser.post('/api/user/subscription/cancellation', { reason: 'We are moving' });
  await leapTo(who, 1);
  await bed.renew();
  expect(await bed.subscription(who)).toBeNull();
  const soon = new Date(bed.deps.clock().getTime() + 5 * DAY_MS).toISOString().slice(0, 7);
  await bed.rows('update payment_methods set card_expiry = $2 where user_id = $1', [who.id, soon]);
  bed.wait(5 * DAY_MS);
  await warnOfExpiry(bed.renewals);
  expect(await bed.told(who)).not.toContain('card-expiring');
});
