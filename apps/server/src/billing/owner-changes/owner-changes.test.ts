import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncAllAccess } from '../../network/access/sync-access.ts';
import { accountingBody } from '../../network/accounting/packet.factory.ts';
import { type OwnerChangeTestbed, startOwnerChangeTestbed } from '../../testing/billing/owner-change-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { TEST_NETWORK_TOKEN } from '../../testing/test-portal.ts';
import { runRenewals } from '../renewals/run-renewals.ts';
import { expireOffers } from './end-offer.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DAY_MS = 24 * 3_600_000;

let bed: OwnerChangeTestbed;
let amina: Customer;
let brother: Customer;
beforeAll(async () => {
  bed = await startOwnerChangeTestbed();
});
beforeEach(async () => {
  [amina, brother] = [await bed.createCustomer(), await bed.createCustomer()];
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

const get = async (who: Customer, path: string) => (await bed.call(who, 'GET', path)).body;
const subscriptionOf = (who: Customer, lineId?: number) =>
  get(who, `/api/user/subscription${lineId === undefined ? '' : `?line=${lineId}`}`);
const numberOf = async (who: Customer) => (await get(who, '/api/user/account')).accountNumber;

/** The whole way: paid, offered and accepted. Returns the reference of the payment. */
async function moveFlat(): Promise<{ reference: string; lineId: number; until: string }> {
  const reference = await bed.pay(amina, 'flutterwave');
  const until = (await subscriptionOf(amina)).nextBillingDate;
  const { offer } = await bed.offer(amina.id, brother.email);
  const { status, body } = await bed.accept(brother, offer);
  expect(status, JSON.stringify(body)).toBe(200);
  return { reference, until, lineId: body.lines[0].id };
}

describe('a line that changes its owner', () => {
  it('goes along with its paid time, plan, price, name and place, and ends for the earlier owner', async () => {
    await bed.pay(amina);
    await amina.browser.put(`/api/user/lines/${amina.id}`, { label: 'Flat', place: 'Block C, blue gate' });
    const before = await subscriptionOf(amina);
    const { offer } = await bed.offer(amina.id, await numberOf(brother), brother.email);
    const { body } = await bed.accept(brother, offer);
    expect(body.lines).toEqual([
      {
        id: brother.id,
        label: 'Flat',
        place: 'Block C, blue gate',
        planId: before.planId,
        planName: before.planName,
        status: 'active',
        nextBillingDate: before.nextBillingDate,
        monthlyFee: before.monthlyFee,
      },
    ]);
    expect(await bed.linesOf(brother)).toHaveLength(1);
    expect(await subscriptionOf(brother)).toMatchObject({
      nextBillingDate: before.nextBillingDate,
      scheduledPlanId: null,
      autoPay: false,
    });
    expect(await subscriptionOf(amina)).toBeNull();
    expect(await bed.linesOf(amina)).toMatchObject([{ label: 'Flat', place: null, status: 'cancelled' }]);
  });

  it('takes no payment, receipt, bill or credit along', async () => {
    const { reference } = await moveFlat();
    expect((await get(amina, '/api/user/payments')).map((each: { reference: string }) => each.reference)).toEqual([
      reference,
    ]);
    expect(await get(brother, '/api/user/payments')).toEqual([]);
    expect(await get(brother, '/api/user/invoices')).toEqual([]);
    expect(await get(amina, '/api/user/invoices')).toHaveLength(1);
  });

  it('becomes a further line of somebody who has one, under another name where that is taken', async () => {
    await bed.pay(brother);
    await brother.browser.put(`/api/user/lines/${brother.id}`, { label: 'Flat' });
    await amina.browser.put(`/api/user/lines/${amina.id}`, { label: 'Flat' });
    const { lineId } = await moveFlat();
    expect(lineId).not.toBe(brother.id);
    expect(await bed.linesOf(brother)).toMatchObject([{ label: 'Flat' }, { label: 'Line 2', status: 'active' }]);
  });

  it('is told to both, is in the time line of both, and is on the page of both without the other’s name', async () => {
    await moveFlat();
    expect(await bed.toldTo(amina)).toContain('line-left');
    expect(await bed.toldTo(brother)).toContain('line-came');
    for (const [who, side] of [
      [amina, 'from'],
      [brother, 'to'],
    ] as const) {
      const changes = await get(who, '/api/user/owner-changes');
      expect(changes).toMatchObject([{ side, state: 'accepted', lines: ['Line 1'] }]);
      const events = await get(bed.staff, `/api/staff/customers/${who.id}/timeline`);
      expect(events.map(({ what }: { what: string }) => what)).toContain('line.move');
    }
    const [seen] = await get(bed.staff, `/api/staff/customers/${amina.id}/owner-changes`);
    expect(seen).toMatchObject({ side: 'from', other: { customerId: brother.id }, reason: 'Sold the flat' });
  });

  it('is renewed, billed and paid for by the new owner alone', async () => {
    const { until } = await moveFlat();
    bed.wait(Date.parse(until) - bed.deps.clock().getTime() + 3_600_000);
    await runRenewals(bed.deps);
    expect(await get(amina, '/api/user/invoices')).toMatchObject([{ status: 'paid' }]);
    expect(await get(brother, '/api/user/invoices')).toMatchObject([{ status: 'open' }]);
    await bed.pay(brother);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'active' });
    expect(await get(brother, '/api/user/invoices')).toMatchObject([{ status: 'paid' }]);
  });

  it('can move on to a third owner, and back', async () => {
    const { until, lineId } = await moveFlat();
    const third = await bed.createCustomer();
    const { offer } = await bed.offer(lineId, third.email);
    expect((await bed.accept(third, offer)).status).toBe(200);
    const back = await bed.offer(third.id, amina.email);
    const { body } = await bed.accept(amina, back.offer);
    // The line that it left has its history: it comes back as another one.
    expect(body.lines).toMatchObject([{ status: 'active', nextBillingDate: until }]);
    expect(body.lines[0].id).not.toBe(amina.id);
    expect(await subscriptionOf(amina)).toMatchObject({ status: 'active' });
  });

  it('leaves what the owner had planned, and keeps a plan that is paid ahead', async () => {
    await bed.pay(amina);
    const plans: { id: string; price: number }[] = await get(amina, '/api/plans');
    const dearer = plans.find(({ price }) => price > 25_000);
    await bed.call(amina, 'POST', '/api/user/subscription', { planId: dearer?.id });
    await bed.call(amina, 'POST', '/api/user/subscription/cancellation', { reason: 'Moving' });
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    expect(await subscriptionOf(brother)).toMatchObject({ scheduledPlanId: null, cancelsAt: null, status: 'active' });

    const third = await bed.createCustomer();
    const order = { amount: dearer?.price, email: brother.email, plan: dearer?.id };
    const { data } = (await bed.call(brother, 'POST', '/api/payment/paystack/initialize', order)).body;
    bed.sandbox.decide(data.reference, 'approve');
    await bed.verify(brother, 'paystack', data.reference);
    await bed.quiet();
    const ahead = await subscriptionOf(brother);
    expect(ahead.scheduledPlanId).toBe(dearer?.id);
    const again = await bed.offer(brother.id, third.email);
    await bed.accept(third, again.offer);
    expect(await subscriptionOf(third)).toMatchObject({
      scheduledPlanId: dearer?.id,
      nextBillingDate: ahead.nextBillingDate,
    });
  });

  it('stays paused where it is paused, and comes back when its new owner says so', async () => {
    await bed.pay(amina);
    await bed.call(amina, 'POST', '/api/user/subscription/pause', { days: 10 });
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'suspended', pausedUntil: expect.any(String) });
    expect((await brother.browser.delete('/api/user/subscription/pause')).statusCode).toBe(200);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'active', pausedUntil: null });
  });

  it('that is off moves without any time, and the first payment of its new owner switches it on', async () => {
    await bed.pay(amina);
    for (let day = 0; day < 45; day++) {
      bed.wait(DAY_MS);
      await runRenewals(bed.deps);
    }
    expect(await subscriptionOf(amina)).toMatchObject({ status: 'suspended' });
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'suspended' });
    await bed.pay(brother);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'active' });
    expect(await subscriptionOf(amina)).toBeNull();
  });
});

describe('money that the earlier owner paid', () => {
  it('and takes back ends the time of the line where it is now, and is booked where it was paid', async () => {
    const { reference } = await moveFlat();
    const told = { reason: 'Letter of the bank' };
    expect((await bed.call(bed.staff, 'POST', `/api/staff/payments/${reference}/chargeback`, told)).status).toBe(200);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'suspended' });
    expect(await bed.toldTo(brother)).toContain('line-time-lost');
    expect(await bed.toldTo(amina)).toContain('payment-charged-back');
    expect(await get(amina, '/api/user/payments')).toMatchObject([{ reference, status: 'disputed' }]);
    const entries = await bed.rows('select distinct user_id from ledger_entries where transaction_key = $1', [
      `chargeback:${reference}`,
    ]);
    expect(entries).toEqual([{ user_id: amina.id }]);
    await bed.pay(brother);
    expect(await subscriptionOf(brother)).toMatchObject({ status: 'active' });
  });

  it('by a payment that was given up and came after all is credit of the payer, and buys the new owner nothing', async () => {
    await bed.pay(amina);
    const reference = await bed.open(amina, 'paystack');
    await bed.rows("update payments set status = 'abandoned', next_check_at = null where reference = $1", [reference]);
    const until = (await subscriptionOf(amina)).nextBillingDate;
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect((await get(amina, '/api/user/credit')).balance).toBe(25_000);
    expect(await subscriptionOf(brother)).toMatchObject({ nextBillingDate: until });
  });

  it('ends an upgrade, too, that it had bought', async () => {
    await bed.pay(amina);
    const plans: { id: string; price: number }[] = await get(amina, '/api/plans');
    const dearer = plans.find(({ price }) => price > 25_000)?.id ?? '';
    const { total } = await get(amina, `/api/user/upgrade-quote?plan=${dearer}`);
    const order = { amount: total, email: amina.email, plan: dearer, purpose: 'upgrade' };
    const { data } = (await bed.call(amina, 'POST', '/api/payment/flutterwave/initialize', order)).body;
    bed.sandbox.decide(data.tx_ref, 'approve');
    await bed.verify(amina, 'flutterwave', data.tx_ref);
    await bed.quiet();
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    expect(await subscriptionOf(brother)).toMatchObject({ planId: dearer });
    const told = { reason: 'Letter of the bank' };
    await bed.call(bed.staff, 'POST', `/api/staff/payments/${data.tx_ref}/chargeback`, told);
    expect(await subscriptionOf(brother)).toMatchObject({ planId: bed.planId, status: 'active' });
  });
});

describe('a friend’s discount and reward', () => {
  it('are not spent by time that came with a line: the first payment of one’s own earns them', async () => {
    const referred = await bed.createCustomer({ referredBy: amina });
    await bed.pay(amina);
    const { offer } = await bed.offer(amina.id, referred.email);
    await bed.accept(referred, offer);
    const quote = await get(referred, `/api/user/payment-quote?plan=${bed.planId}`);
    expect(quote.total).toBe(20_000);
    await bed.pay(referred, 'paystack', 20_000);
    expect((await get(amina, '/api/user/credit')).balance).toBe(2000);
  });

  it('stay earned by a friend whose line has left', async () => {
    const friend = await bed.createCustomer({ referredBy: amina });
    await bed.pay(friend, 'paystack', 20_000);
    const { offer } = await bed.offer(friend.id, brother.email);
    await bed.accept(brother, offer);
    expect((await get(friend, `/api/user/payment-quote?plan=${bed.planId}`)).total).toBe(25_000);
  });
});

describe('usage', () => {
  const say = async (username: unknown, sessionId: string, status: string, gigabytes: number) => {
    const answer = await bed.app.inject({
      method: 'POST',
      url: '/api/network/accounting',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
      payload: accountingBody({
        username: String(username),
        sessionId,
        at: bed.deps.clock(),
        status,
        download: gigabytes * 1024 ** 3,
        seconds: 60,
      }),
    });
    expect(answer.statusCode).toBe(204);
  };

  it('of before stays with the earlier owner, the login goes along, its session is ended, and the month counts anew', async () => {
    await bed.pay(amina);
    await syncAllAccess(
      { recordAllowance: async () => {}, publish: async () => {}, database: bed.database },
      bed.deps.clock(),
    );
    const [{ username } = { username: '' }] = await bed.rows('select username from network_lines where user_id = $1', [
      amina.id,
    ]);
    await say(username, 'before', 'Start', 0);
    await say(username, 'before', 'Interim-Update', 3);
    await bed.call(amina, 'POST', '/api/user/speedtest', { downloadSpeed: 90, uploadSpeed: 40, ping: 12 });
    const area = { area: 'Ikeja', lineId: amina.id };
    await bed.staff.browser.put(`/api/staff/customers/${amina.id}/area`, area);
    const box = { ontSerial: 'HWTC5E6F7A8B', ontMac: null, lineId: amina.id };
    await bed.staff.browser.put(`/api/staff/customers/${amina.id}/line-equipment`, box);
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.accept(brother, offer);
    const actions = await bed.rows("select user_id, kind, session_id from radius_actions where state = 'waiting'");
    expect(actions).toEqual([{ user_id: brother.id, kind: 'disconnect', session_id: 'before' }]);
    await say(username, 'before', 'Stop', 3);
    await say(username, 'after', 'Start', 0);
    await say(username, 'after', 'Interim-Update', 2);
    expect(await get(brother, '/api/user/usage')).toMatchObject({ dataUsed: 2, sample: false });
    expect(await get(amina, '/api/user/usage')).toMatchObject({ dataUsed: 3 });
    expect(await get(brother, '/api/user/speedtest')).toEqual([]);
    expect(await get(amina, '/api/user/speedtest')).toHaveLength(1);
    expect(await get(bed.staff, `/api/staff/customers/${brother.id}`)).toMatchObject({ area: 'Ikeja' });
    expect(await get(bed.staff, `/api/staff/customers/${amina.id}`)).toMatchObject({ area: null });
    expect(await bed.rows('select id from lines where ont_serial = $1', [box.ontSerial])).toEqual([{ id: brother.id }]);
  });
});

describe('an offer', () => {
  it('is accepted once, also by two presses and from two devices at once', async () => {
    await bed.pay(amina);
    const { offer } = await bed.offer(amina.id, brother.email);
    const elsewhere = await bed.signInAgain(brother);
    const answers = await Promise.all([brother, elsewhere, brother].map((who) => bed.accept(who, offer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await bed.linesOf(brother)).toHaveLength(1);
  });

  it('and its stop at once leave one of both, never both', async () => {
    await bed.pay(amina);
    const { offer, stop } = await bed.offer(amina.id, brother.email);
    const [accepted, stopped] = await Promise.all([
      bed.accept(brother, offer),
      bed.call(null, 'POST', '/api/line-offers/refuse', { token: stop }),
    ]);
    expect([accepted.status, stopped.status].sort()).toEqual([200, 409]);
    expect((await subscriptionOf(brother)) !== null).toBe(accepted.status === 200);
    expect((await subscriptionOf(amina)) !== null).toBe(stopped.status === 200);
  });

  it('is one at a time for a line, also of two members of staff at once', async () => {
    await bed.pay(amina);
    const answers = await Promise.all([1, 2].map(() => bed.ask(amina.id, brother.email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await bed.ask(amina.id, brother.email)).body.code).toBe('owner-change.open');
  });

  it('is stopped by the present owner and declined by the new one without signing in, and then is over', async () => {
    await bed.pay(amina);
    for (const end of ['stop', 'offer'] as const) {
      const links = await bed.offer(amina.id, brother.email);
      const refuse = () => bed.call(null, 'POST', '/api/line-offers/refuse', { token: links[end] });
      expect((await refuse()).status).toBe(200);
      expect((await refuse()).body.code).toBe('owner-change.closed');
      expect((await bed.accept(brother, links.offer)).body.code).toBe('owner-change.closed');
    }
    const states = (await get(amina, '/api/user/owner-changes')).map(({ state }: { state: string }) => state);
    expect(states).toEqual(['declined', 'withdrawn']);
    expect(await bed.toldTo(amina)).toEqual(expect.arrayContaining(['line-stays', 'line-stays']));
    expect(await subscriptionOf(amina)).toMatchObject({ status: 'active' });
  });

  it('is over after seven days, and the line may be offered again', async () => {
    await bed.pay(amina);
    const first = await bed.offer(amina.id, brother.email);
    bed.wait(7 * DAY_MS + 1000);
    expect((await bed.accept(brother, first.offer)).body.code).toBe('owner-change.closed');
    expect((await bed.call(null, 'POST', '/api/line-offers/read', { token: first.offer })).body).toMatchObject({
      state: 'expired',
      lines: [],
    });
    const second = await bed.offer(amina.id, brother.email);
    expect((await bed.accept(brother, second.offer)).status).toBe(200);
    const third = await bed.offer(brother.id, amina.email);
    bed.wait(7 * DAY_MS + 1000);
    expect(await expireOffers(bed.deps)).toBeGreaterThan(0);
    expect(await expireOffers(bed.deps)).toBe(0);
    const [row] = await bed.rows('select status, recipient from owner_changes where id = $1', [third.id]);
    expect(row).toEqual({ status: 'expired', recipient: null });
  });

  it('reaches somebody without an account, who opens one and takes the line over', async () => {
    await bed.pay(amina);
    const { offer } = await bed.offer(amina.id, 'cousin@mail.example');
    expect((await bed.call(null, 'POST', '/api/line-offers/read', { token: offer })).body).toMatchObject({
      side: 'to',
      state: 'waiting',
      accountEnding: null,
      lines: [{ label: 'Line 1', planName: expect.any(String), monthlyFee: 25_000 }],
    });
    expect((await bed.call(null, 'POST', '/api/line-offers/accept', { token: offer })).status).toBe(401);
    const cousin = await bed.createCustomer();
    expect((await bed.accept(cousin, offer)).status).toBe(200);
    expect(await subscriptionOf(cousin)).toMatchObject({ status: 'active' });
  });

  it('for one account is accepted by no other, shows nothing of the other side, and is found by its token alone', async () => {
    await bed.pay(amina);
    const { offer, stop, id } = await bed.offer(amina.id, brother.email);
    const stranger = await bed.createCustomer();
    expect((await bed.accept(stranger, offer)).body.code).toBe('owner-change.other-account');
    expect((await bed.accept(brother, stop)).body.code).toBe('owner-change.not-found');
    expect((await bed.accept(brother, 'x'.repeat(43))).status).toBe(404);
    const read = await bed.call(null, 'POST', '/api/line-offers/read', { token: offer });
    expect(JSON.stringify(read.body)).not.toMatch(new RegExp(`${amina.email}|${await numberOf(amina)}`));
    expect(await get(stranger, '/api/user/owner-changes')).toEqual([]);
    const others = await stranger.browser.delete(`/api/user/owner-changes/${id}`);
    expect(others.json().code).toBe('owner-change.not-found');
    const own = await amina.browser.delete(`/api/user/owner-changes/${id}`);
    expect(own.statusCode).toBe(200);
  });
});

describe('staff are refused in clear words', () => {
  it('a line that does not exist, that was never paid for, and an owner who is nobody', async () => {
    expect((await bed.ask(2_000_000_000, brother.email)).body.code).toBe('line.not-found');
    expect((await bed.ask(amina.id, brother.email)).body.code).toBe('owner-change.not-running');
    await bed.pay(amina);
    for (const to of ['nobody', '0000000000', '+1 202 555 0101']) {
      const { status, body } = await bed.ask(amina.id, to);
      expect([status, body.errors?.to], to).toEqual([422, expect.any(String)]);
    }
    for (const identifiedBy of [' ', 'Sounded right', 'Called back'])
      expect((await bed.ask(amina.id, brother.email, { identifiedBy })).status, identifiedBy).toBe(422);
  });

  it('the same account, a member of staff, and one that is disabled, also when it was disabled since', async () => {
    await bed.pay(amina);
    expect((await bed.ask(amina.id, amina.email)).body.code).toBe('owner-change.same-owner');
    expect((await bed.ask(amina.id, bed.staff.email)).body.code).toBe('owner-change.not-a-customer');
    const { offer } = await bed.offer(amina.id, brother.email);
    await bed.rows('update users set disabled = true where id = $1', [brother.id]);
    expect((await bed.accept(brother, offer)).status).not.toBe(200);
    expect((await bed.ask(amina.id, brother.email)).body.code).toBe('owner-change.not-a-customer');
  });

  it('a line with a payment or a refund under way, and whoever accepts then waits, too', async () => {
    await bed.pay(amina);
    const { offer } = await bed.offer(amina.id, brother.email);
    const reference = await bed.open(amina, 'paystack');
    expect((await bed.accept(brother, offer)).body.code).toBe('owner-change.payment-under-way');
    bed.sandbox.decide(reference, 'decline');
    await bed.verify(amina, 'paystack', reference);
    await bed.quiet();
    expect((await bed.accept(brother, offer)).status).toBe(200);
  });

  it('a line in its days of grace, until the month is paid or the line is off', async () => {
    await bed.pay(amina);
    bed.wait(31.5 * DAY_MS);
    await runRenewals(bed.deps);
    expect(await subscriptionOf(amina)).toMatchObject({ status: 'active' });
    expect((await bed.ask(amina.id, brother.email)).body.code).toBe('owner-change.unpaid');
    const terms = await get(bed.staff, `/api/staff/lines/${amina.id}/owner-change-terms?to=${brother.email}`);
    expect(terms.lines).toMatchObject([{ obstacle: expect.stringContaining('not paid'), paidUntil: null }]);
    await bed.pay(amina);
    expect((await bed.ask(amina.id, brother.email)).status).toBe(200);
  });
});

describe('before they offer it, staff see', () => {
  it('what goes along, what stays, and who the new owner is', async () => {
    await bed.pay(amina);
    await bed.call(bed.staff, 'POST', `/api/staff/customers/${amina.id}/credit`, { amount: 50, reason: 'Kindness' });
    const read = (to: string) => get(bed.staff, `/api/staff/lines/${amina.id}/owner-change-terms?to=${to}`);
    expect(await read(brother.email)).toEqual({
      lines: [
        {
          id: amina.id,
          label: 'Line 1',
          place: null,
          planName: 'Premium Fiber 100Mbps',
          monthlyFee: 25_000,
          paidUntil: (await subscriptionOf(amina)).nextBillingDate,
          ontSerial: null,
          obstacle: null,
        },
      ],
      stays: { openInvoices: 0, credit: 50, hasAutoPay: false },
      newOwner: { accountNumber: await numberOf(brother), name: expect.any(String), reachedBy: 'mail' },
    });
    expect((await read('new@mail.example')).newOwner).toEqual({ accountNumber: null, name: null, reachedBy: 'mail' });
    expect((await read('08035550142')).newOwner).toMatchObject({ accountNumber: null, reachedBy: 'text' });
  });
});
