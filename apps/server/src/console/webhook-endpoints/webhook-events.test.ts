import { randomBytes } from 'node:crypto';
import { webhookBody, webhookEvents, webhookEventTypes } from '@portal/contract/console/webhook-events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { pollRefunds } from '../../billing/refunds/poll-refunds.ts';
import { runRenewals } from '../../billing/renewals/run-renewals.ts';
import { accountChanged } from '../../identity/events.ts';
import { networkHandlers } from '../../network/index.ts';
import { createDomainEvents } from '../../platform/events/domain-events.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { issueVouchers } from '../../testing/billing/voucher-testbed.ts';
import { webhookHandlers } from './webhook-handlers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
let staff: Customer;
const events = createDomainEvents();
const allEvents = () =>
  bed.rows(
    `insert into webhook_endpoints (url, events, encrypted_secret, created_by, created_at)
    values ('https://books.example/', $1, 'x', $2, now())`,
    [webhookEventTypes, staff.id],
  );

beforeAll(async () => {
  bed = await startRenewalTestbed();
  staff = await bed.createStaff();
  events.subscribe([...networkHandlers(events.publish), ...webhookHandlers({ clock: bed.deps.clock, randomBytes })]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.rows('delete from webhook_endpoints');
  await bed.rows('delete from webhook_deliveries');
});

type Told = { readonly type: string; readonly data: Record<string, unknown> };

/** What endpoints are told, in the order of the events; each has to be as the contract says. */
async function told(): Promise<Told[]> {
  const rows = await bed.rows('select event, message_id, body from webhook_deliveries order by id');
  return rows.map(({ event, message_id: id, body }) => {
    const message = z.parse(webhookBody, JSON.parse(String(body)));
    expect(message).toMatchObject({ id, type: event });
    const type = message.type as keyof typeof webhookEvents;
    expect(z.parse(webhookEvents[type], message.data)).toEqual(message.data);
    return { type, data: message.data };
  });
}
const typesOf = (all: readonly Told[]) => all.map(({ type }) => type);
const DAY_MS = 24 * 3_600_000;
/** Lets days pass in so many steps, with the renewals after each. */
async function live(days: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    bed.wait((days / steps) * DAY_MS);
    await runRenewals({ ...bed.renewals, publish: events.publish });
  }
}

describe('what happens', () => {
  beforeEach(async () => {
    await allEvents();
  });

  it('to a customer is told when they register, change, are disabled and enabled again', async () => {
    const who = await bed.createCustomer();
    await who.browser.put('/api/user/profile', { firstName: 'Ngozi', lastName: 'Eze', email: who.email });
    for (const what of ['disable', 'enable']) {
      await bed.call(staff, 'POST', `/api/staff/customers/${who.id}/${what}`, { reason: 'A test' });
    }
    const all = (await told()).filter(({ data }) => data.id === who.id);
    expect(typesOf(all)).toEqual(['customer.created', 'customer.updated', 'customer.disabled', 'customer.updated']);
    expect(all.map(({ data }) => data.disabled)).toEqual([false, false, true, false]);
    expect(all[1]?.data).toMatchObject({ firstName: 'Ngozi', email: who.email });
  });

  it('with a first month is told in naira: the line, its invoice and the payment', async () => {
    const who = await bed.createCustomer();
    await bed.payMonth(who);
    const all = (await told()).filter(({ data }) => data.customerId === who.id);
    expect(typesOf(all).toSorted()).toEqual(['invoice.issued', 'invoice.paid', 'line.activated', 'payment.successful']);
    const payment = all.find(({ type }) => type === 'payment.successful')?.data;
    const invoice = all.find(({ type }) => type === 'invoice.paid')?.data;
    expect(payment).toMatchObject({ status: 'successful', gateway: 'paystack', receiptNumber: expect.any(String) });
    expect(invoice).toMatchObject({ status: 'paid', paymentReference: payment?.reference, total: payment?.amount });
    expect(all.find(({ type }) => type === 'line.activated')?.data).toMatchObject({
      status: 'active',
      monthlyFee: 25_000,
    });
  });

  it('to a line is told: suspended for non-payment, resumed, paused, cancelled', async () => {
    const who = await bed.createCustomer();
    await bed.payMonth(who);
    const due = Date.parse((await bed.subscription(who)).nextBillingDate) - bed.deps.clock().getTime();
    await live(due / DAY_MS - 1, 1);
    await live(5, 10);
    await bed.payMonth(who);
    const paused = await who.browser.post('/api/user/subscription/pause', { days: 7 });
    expect(paused.statusCode, paused.body).toBe(200);
    await who.browser.delete('/api/user/subscription/pause');
    await who.browser.post('/api/user/subscription/cancellation', { reason: 'Moving' });
    await live(40, 1);
    const all = (await told()).filter(({ data }) => data.customerId === who.id);
    expect(typesOf(all).filter((type) => type.startsWith('line.'))).toEqual([
      'line.activated',
      'line.suspended',
      'line.resumed',
      'line.suspended',
      'line.resumed',
      'line.cancelled',
    ]);
    const open = all.find(({ type, data }) => type === 'invoice.issued' && data.status === 'open');
    expect(open?.data).toMatchObject({ total: 25_000, paidAt: null, paymentReference: null });
  });

  it('to a plan is told when the line has it, not when it is chosen', async () => {
    const who = await bed.createCustomer();
    await bed.payMonth(who);
    const [other] = await bed.rows(
      'select id, name from service_plans where id <> $1 and is_active order by position limit 1',
      [bed.planId],
    );
    const due = Date.parse((await bed.subscription(who)).nextBillingDate) - bed.deps.clock().getTime();
    await live(due / DAY_MS + 1, 1);
    const changes = async () => (await told()).filter(({ type }) => type === 'line.plan_changed');
    await bed.call(who, 'POST', '/api/user/subscription', { planId: String(other?.id) });
    expect(await changes()).toEqual([]);
    await bed.payMonth(who, String(other?.id));
    expect((await changes()).map(({ data }) => [data.customerId, data.planName])).toEqual([[who.id, other?.name]]);
  });

  it('to the money of a payment is told: refunded, disputed, in review', async () => {
    const [refunded, disputed, short] = [
      await bed.createCustomer(),
      await bed.createCustomer(),
      await bed.createCustomer(),
    ];
    const [first, second] = [await bed.pay(refunded), await bed.pay(disputed)];
    await bed.call(staff, 'POST', `/api/staff/payments/${first}/refund`, { reason: 'A test' });
    bed.wait(120_000);
    await pollRefunds({ ...bed.deps, publish: events.publish });
    bed.sandbox.dispute(second, 'resolve');
    await bed.call(staff, 'POST', `/api/staff/payments/${second}/chargeback`, { reason: 'A test' });
    const third = await bed.open(short, 'paystack');
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'verify', mode: 'other-amount', reference: third });
    bed.sandbox.decide(third, 'approve');
    await bed.verify(short, 'paystack', third);
    const all = (await told()).filter(({ type }) => type.startsWith('payment.'));
    const of = (who: Customer) => all.filter(({ data }) => data.customerId === who.id);
    expect(typesOf(of(refunded))).toEqual(['payment.successful', 'payment.refunded']);
    expect(of(refunded).map(({ data }) => data.refundedAmount)).toEqual([0, of(refunded)[0]?.data.amount]);
    expect(typesOf(of(disputed))).toEqual(['payment.successful', 'payment.disputed']);
    expect(of(disputed)[1]?.data).toMatchObject({ status: 'disputed', refundedAmount: of(disputed)[0]?.data.amount });
    expect(typesOf(of(short))).toEqual(['payment.review']);
  });

  it('to a voucher is told once, by its serial number and never with its PIN', async () => {
    const who = await bed.createCustomer();
    const { number, pins } = await issueVouchers(bed, staff, { count: 2, amount: 500 });
    for (const pin of [pins[0], pins[0], '111111111111']) await bed.call(who, 'POST', '/api/user/vouchers', { pin });
    const all = (await told()).filter(({ data }) => data.customerId === who.id);
    expect(typesOf(all).toSorted()).toEqual(['payment.successful', 'voucher.used']);
    const [payment, voucher] = [
      all.find(({ type }) => type !== 'voucher.used'),
      all.find(({ type }) => type === 'voucher.used'),
    ];
    expect(voucher?.data).toMatchObject({
      serial: `${String(number).padStart(4, '0')}-00001`,
      amount: 500,
      via: 'web',
      paymentReference: payment?.data.reference,
      receiptNumber: payment?.data.receiptNumber,
    });
    for (const pin of pins) expect(JSON.stringify(all)).not.toContain(pin);
  });

  it('with a ticket is told without its texts: opened, answered by whom, resolved, closed', async () => {
    const who = await bed.createCustomer();
    const { body } = await bed.call(who, 'POST', '/api/user/tickets', {
      subject: 'Slow line',
      description: 'My secret words',
    });
    const { id } = body.ticket;
    const staffTicket = `/api/staff/tickets/${id}`;
    await bed.call(staff, 'POST', `${staffTicket}/replies`, { text: 'A note of ours', clientReplyId: 'n', note: true });
    await bed.call(staff, 'POST', `${staffTicket}/replies`, {
      text: 'We look into it',
      clientReplyId: 'a',
      note: false,
    });
    await bed.call(who, 'POST', `/api/user/tickets/${id}/replies`, { text: 'Thank you', clientReplyId: 'b' });
    await staff.browser.put(staffTicket, { status: 'resolved' });
    await who.browser.post(`/api/user/tickets/${id}/close`, {});
    const all = (await told()).filter(({ data }) => data.id === id);
    expect(all.map(({ type, data }) => [type, data.lastReplyBy])).toEqual([
      ['ticket.opened', null],
      ['ticket.replied', 'staff'],
      ['ticket.replied', 'customer'],
      ['ticket.resolved', 'customer'],
      ['ticket.closed', 'customer'],
    ]);
    expect(JSON.stringify(all)).not.toMatch(/secret words|note of ours|look into|Thank you/);
  });

  it('to the network is told: an incident opened, updated, resolved', async () => {
    const startsAt = bed.deps.clock().toISOString();
    const form = { kind: 'incident', severity: 'major', area: 'Yaba', title: 'A cable is cut', startsAt, endsAt: null };
    const { id } = (await bed.call(staff, 'POST', '/api/staff/incidents', form)).body.incident;
    for (const update of [{ text: 'We splice.' }, { text: 'Over.', status: 'resolved' }]) {
      await bed.call(staff, 'POST', `/api/staff/incidents/${id}/updates`, update);
    }
    const all = (await told()).filter(({ data }) => data.id === id);
    expect(all.map(({ type, data }) => [type, data.latestUpdate])).toEqual([
      ['incident.opened', null],
      ['incident.updated', 'We splice.'],
      ['incident.resolved', 'Over.'],
    ]);
  });

  it('to the account of a member of staff is told to nobody', async () => {
    await staff.browser.put('/api/user/profile', { firstName: 'Tosin', lastName: 'A', email: staff.email });
    expect((await told()).filter(({ data }) => data.id === staff.id)).toEqual([]);
  });

  it('and is rolled back is not told, and what is not told has not happened', async () => {
    const who = await bed.createCustomer();
    await bed.rows('delete from webhook_deliveries');
    const rolledBack = bed.database.transaction(async (tx) => {
      await events.publish(tx, accountChanged, { userId: who.id, change: 'updated' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await told()).toEqual([]);
    await bed.rows(
      `alter table webhook_deliveries add constraint broken check (event <> 'customer.disabled') not valid`,
    );
    const answer = await bed.call(staff, 'POST', `/api/staff/customers/${who.id}/disable`, { reason: 'A test' });
    await bed.rows('alter table webhook_deliveries drop constraint broken');
    expect(answer.status).toBe(500);
    expect(await bed.rows('select disabled from users where id = $1', [who.id])).toEqual([{ disabled: false }]);
  });
});

it('without an endpoint that wants it, an event costs its transaction one query and writes nothing', async () => {
  const who = await bed.createCustomer();
  const statements: string[] = [];
  await bed.database.transaction(async (tx) => {
    const execute = vi.spyOn(tx, 'select').mockImplementation(((...fields: []) => {
      statements.push('select');
      return Object.getPrototypeOf(tx).select.apply(tx, fields);
    }) as never);
    for (let count = 0; count < 5; count++) {
      await events.publish(tx, accountChanged, { userId: who.id, change: 'updated' });
    }
    execute.mockRestore();
  });
  expect(statements).toEqual(['select']);
  expect(await bed.rows('select * from webhook_deliveries')).toEqual([]);
});
