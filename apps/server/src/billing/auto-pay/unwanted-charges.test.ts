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
  expect(await bed.violations()).toEqual([]);
  await bed.rest();
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
/** Moves the clock to so many hours after the end of the paid time, without running jobs. */
const leapTo = async (who: Customer, hoursAfter: number) => {
  const due = Date.parse((await bed.subscription(who)).nextBillingDate);
  bed.wait(due + hoursAfter * HOUR_MS - bed.deps.clock().getTime());
};
const nothingHappens = async (who: Customer) => {
  const told = await bed.noticesOf(who);
  await bed.liveOn(9);
  expect(bed.charges(who)).toEqual([]);
  expect(await openInvoices(who)).toEqual([]);
  expect(await bed.noticesOf(who)).toEqual(told);
  expect(await bed.subscription(who)).toMatchObject({ status: 'suspended', graceEndsAt: null });
};

describe('a refund or a chargeback', () => {
  it('ends the month and suspends the subscription: the card is not charged for another, and no bill is issued', async () => {
    const who = await bed.createPayer();
    await askRefund(await latest(who));
    await settleRefunds(bed);
    await nothingHappens(who);
    await bed.payByCard(who, { keep: false });
    expect(await bed.subscription(who)).toMatchObject({ status: 'active', autoPay: true });
  });

  it('does so where the clock has been set back by hours since the month began', async () => {
    const who = await bed.createPayer();
    bed.wait(-5 * HOUR_MS);
    await askRefund(await latest(who));
    await settleRefunds(bed);
    await nothingHappens(who);
  });

  it('by the payer’s bank also ends all charges to the card, and its owner is notified of both', async () => {
    const who = await bed.createPayer('flutterwave');
    await chargeBack(await latest(who));
    expect(await bed.view(who)).toMatchObject({ state: 'stopped', next: null, offer: null });
    expect((await bed.noticesOf(who)).slice(-2).toSorted()).toEqual(['auto-pay-stopped', 'payment-charged-back']);
    await nothingHappens(who);
  });

  it('returns the credit that paid for the month, and none of it is spent on another', async () => {
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

  it('of two months paid with a stolen card ends both: the later one takes the place of the first, and then ends too', async () => {
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
    expect((await bed.noticesOf(who)).filter((kind) => kind === 'payment-charged-back')).toHaveLength(2);
  });

  it('of two months ends one after the other also where the clock has been set back by hours between', async () => {
    const who = await bed.createCustomer();
    const [first, second] = [
      await bed.payByCard(who, { gateway: 'flutterwave', keep: false }),
      await bed.payByCard(who, { gateway: 'flutterwave', keep: false }),
    ];
    bed.wait(10 * DAY_MS);
    await chargeBack(first);
    bed.wait(-5 * HOUR_MS);
    await chargeBack(second);
    await nothingHappens(who);
  });

  it('that is under way stops the next charge, until the gateway fails to send the refund', async () => {
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

describe('after the portal was down', () => {
  it('for longer than the grace period, the card is charged before the subscription is suspended', async () => {
    const who = await bed.createPayer();
    await leapTo(who, 4 * 24);
    await work();
    expect(amounts(who)).toEqual([2_250_000]);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active' });
  });

  it('for as long, a customer who pays manually is billed and has the grace period from then', async () => {
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

  it('and without a grace period, the subscription is suspended only when the card has not paid', async () => {
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

describe('a card is charged', () => {
  it('again for the rest the next day, when its payment became credit', async () => {
    const who = await bed.createPayer();
    await bed.creditBy(who, 5000);
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * HOUR_MS);
    await bed.renew();
    await bed.creditBy(who, -5000);
    await runDueCharges(bed.renewals);
    await bed.quiet();
    await work();
    expect(amounts(who)).toEqual([1_750_000]);
    await bed.liveOn(33);
    expect(amounts(who)).toEqual([1_750_000, 500_000]);
    expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0]).toMatchObject({ status: 'paid', total: 22_500 });
  });

  it('on the day that was announced, also when it failed before an outage credit moved that day', async () => {
    const who = await bed.createPayer();
    decline('Insufficient Funds', 3);
    await bed.liveUntilRenewal(who, 2.5 * 24);
    expect(bed.charges(who)).toHaveLength(3);
    await bed.creditOutage(who, 5);
    await bed.liveUntilRenewal(who, 1);
    expect(bed.charges(who)).toHaveLength(4);
    expect(await bed.subscription(who)).toMatchObject({ status: 'active', graceEndsAt: expect.any(String) });
  });

  it('the next day when its owner sets it up after another was declined permanently: never twice on one day', async () => {
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
    expect(bed.charges(who)).toHaveLength(1);
    await bed.liveOn(33);
    expect(bed.charges(who)).toHaveLength(2);
  });
});

it('the amount that was announced and invoiced is charged, although the price goes up meanwhile', async () => {
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

it('a disabled account is not charged, its credit not used and its owner not notified: the subscription expires', async () => {
  const who = await bed.createPayer();
  await bed.creditBy(who, 30_000);
  await bed.rows('update users set disabled = true where id = $1', [who.id]);
  const told = await bed.noticesOf(who);
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
  expect(await bed.noticesOf(who)).toEqual(told);
  const [owned] = await bed.rows('select balance::int from credit_balances where user_id = $1', [who.id]);
  expect(owned?.balance).toBe(30_000);
});

it('a customer whose gateway is no longer configured is billed the price of a manual payment', async () => {
  const who = await bed.createPayer();
  const amountsNotified: unknown[] = [];
  const alone: BillingDependencies = {
    ...bed.renewals,
    gateways: [],
    notify: async (_tx, ...notices) =>
      void amountsNotified.push(...notices.map(({ values }) => 'amount' in values && values.amount)),
  };
  await leapTo(who, -48);
  await bed.renew(alone);
  expect(amountsNotified).toEqual(['₦25,000']);
  expect((await openInvoices(who))[0]).toMatchObject({ total: 25_000 });
});

it('a customer who has cancelled is not told that the card of their renewals expires', async () => {
  const who = await bed.createPayer();
  await who.browser.post('/api/user/subscription/cancellation', { reason: 'We are moving' });
  await leapTo(who, 1);
  await bed.renew();
  expect(await bed.subscription(who)).toBeNull();
  const soon = new Date(bed.deps.clock().getTime() + 5 * DAY_MS).toISOString().slice(0, 7);
  await bed.rows('update payment_methods set card_expiry = $2 where user_id = $1', [who.id, soon]);
  bed.wait(5 * DAY_MS);
  await warnOfExpiry(bed.renewals);
  expect(await bed.noticesOf(who)).not.toContain('card-expiring');
});
