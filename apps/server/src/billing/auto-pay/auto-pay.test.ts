import { DAY_MS } from '@portal/kernel/calendar';
import { toKobo } from '@portal/kernel/money';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AutoPayTestbed, startAutoPayTestbed } from '../../testing/billing/auto-pay-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { warnOfExpiry } from '../saved-cards/warn-of-expiry.ts';
import { runDueCharges } from './run-due-charges.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: AutoPayTestbed;
beforeAll(async () => {
  bed = await startAutoPayTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.rest();
});
afterAll(() => bed.close());

const onCharge = (fault: Omit<Parameters<typeof bed.sandbox.addFault>[0], 'gateway' | 'operation'>) =>
  bed.sandbox.addFault({ gateway: 'paystack', operation: 'charge', ...fault });
const periods = async (who: Customer) =>
  (await bed.rows('select paid_periods from user_subscriptions where user_id = $1', [who.id]))[0]?.paid_periods;
const status = async (who: Customer) => (await bed.subscription(who)).status;
const autoPayNotices = async (who: Customer) =>
  (await bed.noticesOf(who)).filter((kind) => kind.startsWith('auto-pay'));
const remove = (who: Customer, id: string) => who.browser.delete(`/api/user/payment-methods/${id}`);

describe('setting up auto-pay', () => {
  it('offers the card of the last payment and stores no token that charges it before its owner consents', async () => {
    const who = await bed.createCustomer();
    await bed.payByCard(who, { keep: false });
    const before = await bed.view(who);
    expect(before).toMatchObject({ state: 'off', card: null, next: null, offer: { label: 'Visa ending 4081' } });
    expect(await bed.rows('select id from payment_methods where user_id = $1', [who.id])).toEqual([]);
    const card = before.offer?.id;
    expect((await bed.call(who, 'POST', '/api/user/auto-pay', { card, agreed: false })).status).toBe(422);
    const answers = await Promise.all(
      [1, 2].map(() => bed.call(who, 'POST', '/api/user/auto-pay', { card, agreed: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await bed.view(who)).toMatchObject({
      state: 'on',
      card: { label: 'Visa ending 4081', provider: 'paystack', endsSoon: false },
      next: { amount: 22_500, saving: 2500, planName: 'Premium Fiber 100Mbps' },
      attempt: null,
    });
    expect((await bed.subscription(who)).autoPay).toBe(true);
    const [consent, ...more] = await bed.rows('select wording, ended_at from auto_pay_consents where user_id = $1', [
      who.id,
    ]);
    expect(consent).toMatchObject({ wording: before.consent, ended_at: null });
    expect(more).toEqual([]);
  });

  it('saves the card of a payment whose payer wants it, encrypted, and says so', async () => {
    const who = await bed.createPayer();
    expect(await bed.view(who)).toMatchObject({ state: 'on' });
    const stored = await bed.rows('select reference, email from payment_methods where user_id = $1', [who.id]);
    expect(stored).toEqual([{ reference: expect.not.stringContaining('AUTH_'), email: who.email }]);
    await bed.quiet();
    const everywhere = await bed.rows(
      `select to_jsonb(p)::text as row, (select string_agg(raw_body, '') from webhook_events w where w.reference = p.reference) as told
       from payments p where user_id = $1`,
      [who.id],
    );
    expect(JSON.stringify(everywhere)).toContain('charge.success');
    expect(JSON.stringify(everywhere)).not.toContain('AUTH_');
    expect(await autoPayNotices(who)).toEqual(['auto-pay-on']);
  });

  it('notifies a customer who paid without a card that can be charged again', async () => {
    const who = await bed.createCustomer();
    const reference = await bed.open(who, 'paystack');
    await bed.rows("update payments set auto_pay_consent = 'yes' where reference = $1", [reference]);
    bed.sandbox.decide(reference, 'delay');
    const verified = async () => (await bed.verify(who, 'paystack', reference)).body.status;
    await expect.poll(verified, { timeout: 30_000 }).toBe('success');
    expect(await bed.view(who)).toMatchObject({ state: 'off', offer: null });
    expect(await autoPayNotices(who)).toEqual(['auto-pay-needs-card']);
  });

  it('refuses an unknown card, another customer’s card, and a card without an active subscription', async () => {
    const [who, other] = [await bed.createCustomer(), await bed.createCustomer()];
    const ask = (card: unknown) => bed.call(who, 'POST', '/api/user/auto-pay', { card, agreed: true });
    expect((await ask('no card')).status).toBe(409);
    await bed.payByCard(other, { keep: false });
    const card = (await bed.view(other)).offer?.id;
    expect((await ask(card)).body.message).toBe('Choose a plan first.');
    await bed.payByCard(who, { gateway: 'quickteller' });
    expect((await ask(card)).status).toBe(409);
    expect(await bed.view(who)).toMatchObject({ state: 'off', offer: null });
  });
});

describe('a renewal on auto-pay', () => {
  it.each(['paystack', 'flutterwave'] as const)(
    'is charged once, in the morning, at a tenth less: %s',
    async (gateway) => {
      const who = await bed.createPayer(gateway);
      const due = (await bed.view(who)).next?.at ?? '';
      expect(Math.abs(Date.parse(due) - Date.parse((await bed.subscription(who)).nextBillingDate))).toBeLessThan(
        DAY_MS,
      );
      await bed.liveUntilRenewal(who, 1);
      expect(await periods(who)).toBe(2);
      expect(bed.charges(who)).toHaveLength(1);
      expect(bed.charges(who)[0]?.amount).toBe(gateway === 'paystack' ? 2_250_000 : 22_500);
      const { body: invoices } = await bed.call(who, 'GET', '/api/user/invoices');
      expect(invoices[0]).toMatchObject({ status: 'paid', total: 22_500 });
      const [invoice] = await bed.rows(
        "select snapshot -> 'lines' as lines from invoices where user_id = $1 and period_number = 2 and status = 'paid'",
        [who.id],
      );
      expect(JSON.stringify(invoice?.lines)).toContain('Auto-pay saving, 10%');
      // No reminder to a customer whose card is charged.
      const told = await bed.noticesOf(who);
      expect(told.filter((kind) => kind.startsWith('bill'))).toEqual([]);
      expect(told.filter((kind) => kind === 'auto-pay-upcoming')).toHaveLength(1);
      expect(await bed.view(who)).toMatchObject({ state: 'on', attempt: null });
    },
  );

  it('is not charged when its customer has paid manually', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -48);
    await bed.payByCard(who, { keep: false });
    bed.wait(3 * DAY_MS);
    await bed.liveOn(6);
    expect(bed.charges(who)).toEqual([]);
    expect(await periods(who)).toBe(2);
  });

  it('waits for a customer who has just opened a payment page, and is not made when that is paid', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -25);
    bed.wait(25.5 * 3_600_000);
    const reference = await bed.open(who, 'flutterwave');
    await bed.liveOn(0.01);
    expect(bed.charges(who)).toEqual([]);
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(who, 'flutterwave', reference);
    await bed.liveOn(6);
    expect(bed.charges(who)).toEqual([]);
    expect(await periods(who)).toBe(2);
  });

  it('is charged what credit leaves open, and nothing when credit covers it', async () => {
    const who = await bed.createPayer();
    await bed.creditBy(who, 1500);
    await bed.liveUntilRenewal(who, 1);
    expect(bed.charges(who).map(({ amount }) => amount)).toEqual([2_100_000]);
    await bed.creditBy(who, 22_500);
    await bed.liveUntilRenewal(who, 1);
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(3);
  });

  it('is charged once by three instances at the same time', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * 3_600_000);
    await Promise.all([1, 2, 3].map(() => bed.renew()));
    await Promise.all([1, 2, 3].map(() => runDueCharges(bed.renewals)));
    await bed.quiet();
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(2);
  });

  it('is not charged again after a kill or an unanswered call: only the poll asks for the outcome', async () => {
    const who = await bed.createPayer();
    onCharge({ mode: 'drop', when: 'after', times: 1 });
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 1 });
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * 3_600_000);
    await bed.renew();
    await runDueCharges(bed.renewals);
    expect(await bed.view(who)).toMatchObject({ attempt: { state: 'charging', amount: 22_500 } });
    expect(await periods(who)).toBe(1);
    await Promise.all([bed.renew(), runDueCharges(bed.renewals)]);
    expect(bed.charges(who)).toHaveLength(1);
    bed.wait(60_000);
    await bed.jobs.pollPendingPayments();
    expect(await periods(who)).toBe(2);
    await bed.liveOn(48);
    expect(bed.charges(who)).toHaveLength(1);
  });

  it('is retried the next morning when the charge never reached the gateway', async () => {
    const who = await bed.createPayer();
    onCharge({ mode: 'drop', when: 'before', times: 1 });
    await bed.liveUntilRenewal(who, 48);
    expect(bed.charges(who)).toHaveLength(2);
    expect(await periods(who)).toBe(2);
    expect(await autoPayNotices(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming', 'auto-pay-retry']);
  });
});

describe('a declined card', () => {
  it('is retried on the mornings of the grace period, then its owner is asked to pay manually, and auto-pay stays on', async () => {
    const who = await bed.createPayer();
    onCharge({ mode: 'decline', reason: 'Insufficient Funds' });
    await bed.liveUntilRenewal(who, 2);
    expect(await bed.view(who)).toMatchObject({ state: 'on', attempt: { state: 'declined', amount: 22_500 } });
    expect((await bed.view(who)).next?.at).toBe((await bed.view(who)).attempt?.nextTryAt);
    await bed.liveOn(4 * 24);
    expect(bed.charges(who)).toHaveLength(3);
    expect(await autoPayNotices(who)).toEqual([
      'auto-pay-on',
      'auto-pay-upcoming',
      'auto-pay-retry',
      'auto-pay-retry',
      'auto-pay-failed',
    ]);
    expect(await status(who)).toBe('suspended');
    bed.sandbox.clearFaults();
    await bed.payByCard(who, { keep: false });
    expect(await bed.subscription(who)).toMatchObject({ status: 'active', autoPay: true });
    await bed.liveUntilRenewal(who, 1);
    expect(await periods(who)).toBe(3);
  });

  it.each(['Stolen card', 'Expired card', 'Do not honour'])(
    'stops auto-pay after a permanent decline, without another attempt: %s',
    async (reason) => {
      const who = await bed.createPayer();
      onCharge({ mode: 'decline', reason, times: 1 });
      await bed.liveUntilRenewal(who, 2 * 24);
      expect(bed.charges(who)).toHaveLength(1);
      expect(await bed.view(who)).toMatchObject({
        state: 'stopped',
        card: { label: 'Visa ending 4081' },
        next: null,
        offer: null,
      });
      expect(await bed.subscription(who)).toMatchObject({ autoPay: false, status: 'active' });
      expect(await autoPayNotices(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming', 'auto-pay-stopped']);
      const { body: invoices } = await bed.call(who, 'GET', '/api/user/invoices');
      expect(invoices[0]).toMatchObject({ status: 'open', total: 25_000 });
    },
  );

  it('stops auto-pay when the gateway does not know it any more', async () => {
    const who = await bed.createPayer();
    await bed.rows('update payment_methods set reference = $2 where user_id = $1', [
      who.id,
      bed.renewals.cardEncryption.encrypt('AUTH_gone'),
    ]);
    await bed.liveUntilRenewal(who, 3);
    expect(await bed.view(who)).toMatchObject({ state: 'stopped' });
  });

  it('is not blamed for a wrong gateway key of ours: the charge waits until the key is right', async () => {
    const who = await bed.createPayer('flutterwave');
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * 3_600_000);
    await bed.renew();
    const refused = { kind: 'unauthorized', reason: 'status 401: Invalid authorization key' } as const;
    const gateways = bed.renewals.gateways.map((gateway) => ({ ...gateway, charge: async () => refused }));
    for (let hour = 0; hour < 3; hour++) {
      await runDueCharges({ ...bed.renewals, gateways });
      bed.wait(3_600_000);
    }
    expect(await bed.view(who)).toMatchObject({ state: 'on' });
    expect(await autoPayNotices(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming']);
    await runDueCharges(bed.renewals);
    await bed.quiet();
    expect(bed.charges(who)).toHaveLength(1);
    expect(await periods(who)).toBe(2);
  });

  it('is not asked for more than its gateway takes at once: that is a declined charge, and its owner is told', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * 3_600_000);
    await bed.renew();
    const gateways = bed.renewals.gateways.map((gateway) => ({ ...gateway, largestKobo: toKobo(2_000_000) }));
    await runDueCharges({ ...bed.renewals, gateways });
    expect(bed.charges(who)).toEqual([]);
    expect(await autoPayNotices(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming', 'auto-pay-retry']);
    expect(await periods(who)).toBe(1);
  });

  it.each(['paystack', 'flutterwave'] as const)(
    'is charged once its owner has approved the charge at the bank: %s',
    async (gateway) => {
      const who = await bed.createPayer(gateway);
      bed.sandbox.addFault({ gateway, operation: 'charge', mode: 'challenge', times: 1 });
      await bed.liveUntilRenewal(who, 1);
      const { attempt } = await bed.view(who);
      expect(attempt).toMatchObject({ state: 'confirm', confirmUrl: expect.stringContaining('/checkout/') });
      expect((await bed.noticesOf(who)).at(-1)).toBe('auto-pay-confirm');
      const [reference] = bed.charges(who).map((charge) => charge.reference ?? (charge as { tx_ref?: string }).tx_ref);
      bed.sandbox.decide(String(reference), 'approve');
      await bed.quiet();
      expect(await periods(who)).toBe(2);
      expect(await bed.view(who)).toMatchObject({ state: 'on', attempt: null });
    },
  );

  it('is retried the next morning without that approval', async () => {
    const who = await bed.createPayer();
    onCharge({ mode: 'challenge', times: 1 });
    await bed.liveUntilRenewal(who, 36);
    expect(bed.charges(who)).toHaveLength(2);
    expect(await periods(who)).toBe(2);
  });
});

describe('switching auto-pay off', () => {
  it('takes effect at once: a charge that has not been sent yet is not made', async () => {
    const who = await bed.createPayer();
    await bed.liveUntilRenewal(who, -26);
    bed.wait(27 * 3_600_000);
    await bed.renew();
    expect((await who.browser.delete('/api/user/auto-pay')).json()).toMatchObject({ autoPay: { state: 'off' } });
    await runDueCharges(bed.renewals);
    expect(bed.charges(who)).toEqual([]);
    expect((await bed.view(who)).offer).toMatchObject({ label: 'Visa ending 4081' });
  });

  it('happens when its card is removed, and no token that charges the card is left', async () => {
    const [who, other] = [await bed.createPayer(), await bed.createPayer()];
    const id = (await bed.view(who)).card?.id ?? '';
    expect((await remove(other, id)).statusCode).toBe(404);
    expect((await remove(who, id)).statusCode).toBe(200);
    expect((await remove(who, id)).statusCode).toBe(404);
    expect(await bed.view(who)).toMatchObject({ state: 'off', offer: null });
    expect((await bed.call(who, 'GET', '/api/user/payment-methods')).body).toEqual([]);
    expect(await bed.rows('select reference from payment_methods where user_id = $1', [who.id])).toEqual([
      { reference: '' },
    ]);
    expect(bed.sandbox.requests({ operation: 'deactivate' }).length).toBeGreaterThan(0);
    await bed.payByCard(who);
    expect(await bed.view(who)).toMatchObject({ state: 'on' });
  });
});

it('a customer whose card expires within 30 days is notified once', async () => {
  const who = await bed.createPayer();
  const soon = new Date(bed.deps.clock().getTime() + 5 * DAY_MS).toISOString().slice(0, 7);
  await bed.rows('update payment_methods set card_expiry = $2 where user_id = $1', [who.id, soon]);
  bed.wait(5 * DAY_MS);
  await Promise.all([1, 2].map(() => warnOfExpiry(bed.renewals)));
  await warnOfExpiry(bed.renewals);
  expect((await bed.noticesOf(who)).filter((kind) => kind === 'card-expiring')).toHaveLength(1);
});

it('friends who pay with one card earn each other nothing, and staff see why', async () => {
  const host = await bed.createCustomer();
  await bed.payByCard(host, { keep: false });
  const friend = await bed.createCustomer({ referredBy: host });
  await bed.payByCard(friend, { keep: false, email: host.email });
  expect(await bed.rows('select status from referrals where referee_id = $1', [friend.id])).toEqual([
    { status: 'refused' },
  ]);
  const honest = await bed.createCustomer({ referredBy: host });
  await bed.payByCard(honest, { keep: false });
  expect(await bed.rows('select status from referrals where referee_id = $1', [honest.id])).toEqual([
    { status: 'completed' },
  ]);
});
