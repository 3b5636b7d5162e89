import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAddons } from '../../billing/addons/run-addons.ts';
import { runCompanyBilling } from '../../billing/companies/run-company-billing.ts';
import { addonsEnded } from '../../billing/events.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { createDomainEvents, handler } from '../../platform/events/domain-events.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { TEST_NETWORK_TOKEN } from '../../testing/test-portal.ts';
import { syncAccess } from '../access/sync-access.ts';
import { networkHandlers } from '../index.ts';
import { releaseAddresses } from './release-addresses.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FEE = 5000;
let bed: RenewalTestbed;
let staff: Customer;
let customer: Customer;
let block = 0;
beforeAll(async () => {
  bed = await startRenewalTestbed();
  staff = await bed.createStaff();
  await bed.pool.query('update charge_products set is_active = true where monthly_for is not null');
});
afterAll(() => bed.close());

const put = async (url: string, payload: object, who = staff) => {
  const answer = await who.browser.put(url, payload);
  return { status: answer.statusCode, body: answer.json() };
};
const poolForm = (change: object = {}) => {
  const form = { name: `Pool ${++block}`, purpose: 'fixed', network: `10.${block}.0.0/29` };
  return { ...form, prefixLength: null, framedPool: null, planId: null, ...change };
};
const addPool = async (change: object = {}) => bed.call(staff, 'POST', '/api/staff/address-pools', poolForm(change));
const give = (address: string | null, who = customer, more: object = {}) =>
  put(`/api/staff/customers/${who.id}/line-address`, { address, ...more });
const own = async (who = customer) => (await bed.call(who, 'GET', '/api/user/line-addresses')).body;
const invoices = async (who = customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body;
const linesOf = async (number: string) => (await bed.call(customer, 'GET', `/api/user/invoices/${number}`)).body.lines;
const actions = (who = customer) =>
  bed.rows('select kind, reason, state, next_attempt_at from radius_actions where user_id = $1 order by id', [who.id]);

async function authorize(who = customer) {
  const response = await bed.app.inject({
    method: 'POST',
    url: '/api/network/authorize',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
    payload: JSON.stringify({ 'User-Name': { type: 'string', value: [`line-${1000 + who.id}@fibre`] } }),
  });
  return response.json();
}

async function goOnline(who = customer): Promise<void> {
  const at = bed.deps.clock();
  await bed.pool.query(
    `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, started_at, last_event_at, last_packet_at, counted)
     values ($1, 1, $2, $3, $3, '10.0.0.1', $1, '100.64.0.9', $4, $4, $4, '{}')`,
    [`s-${who.id}`, who.id, `line-${1000 + who.id}@fibre`, at],
  );
}

/** The jobs of billing, with what the network does when an add-on ends. */
async function runJobs(): Promise<void> {
  const events = createDomainEvents();
  const deps = { notify: bed.deps.notify, quarantineDays: () => 7 };
  events.subscribe([
    ...networkHandlers(events.publish),
    handler(addonsEnded, 'release their addresses', (tx, ended) => releaseAddresses(deps, tx, ended)),
  ]);
  await runAddons({ ...bed.renewals, publish: events.publish });
}

beforeEach(async () => {
  customer = await bed.createCustomer();
  await bed.payMonth(customer);
  // Pools of tests before would give the next free address.
  await bed.pool.query('update address_pools set retired_at = now() where retired_at is null');
});

describe('a pool of addresses', () => {
  it('says how many are taken, in quarantine and free, which one is next, and whose they are', async () => {
    const { body } = await addPool();
    expect(body.pool).toMatchObject({ kind: 'ipv4', total: 6, taken: 0, quarantined: 0, free: 6, retired: false });
    await give('next');
    const [pool] = (await bed.call(staff, 'GET', '/api/staff/address-pools')).body.filter(
      ({ id }: { id: string }) => id === body.pool.id,
    );
    expect([body.pool.nextFree, pool.nextFree]).toEqual([`10.${block}.0.1`, `10.${block}.0.2`]);
    expect(pool).toMatchObject({ taken: 1, free: 5 });
    const line = (await bed.call(staff, 'GET', `/api/staff/customers/${customer.id}/line`)).body;
    expect(line.fixedAddresses).toEqual([`10.${block}.0.1`]);
    const path = `/api/staff/address-pools/${pool.id}/addresses`;
    const [given] = (await bed.call(staff, 'GET', path)).body;
    expect(given).toMatchObject({ address: `10.${block}.0.1`, customer: { id: customer.id }, until: null });
    expect((await bed.call(staff, 'GET', `${path}?before=${given.id}`)).body).toEqual([]);
    expect((await bed.call(staff, 'GET', '/api/staff/address-pools/nothing/addresses')).status).toBe(404);
  });

  it.each([
    ['network', { network: '10.0.0.1/24' }, 'Write a network such as 198.51.100.0/24'],
    ['network', { network: 'ten' }, 'Write a network such as'],
    ['network', { network: '8.0.0.0/7' }, 'The length is from /8 to /32'],
    ['prefixLength', { network: '2001:db8::/40' }, 'A line gets a prefix from /40 to /64'],
    ['prefixLength', { network: '2001:db8::/40', prefixLength: 32 }, 'A line gets a prefix from'],
    ['prefixLength', { prefixLength: 30 }, 'A line gets one address of an IPv4 pool'],
    ['framedPool', { purpose: 'dynamic' }, 'Write what the access servers call the pool'],
    ['framedPool', { purpose: 'dynamic', framedPool: 'a"; b' }, 'Use letters, digits'],
    ['framedPool', { framedPool: 'pool' }, 'Fixed addresses come from here'],
    ['name', { name: ' ' }, 'Name the pool'],
  ])('is refused in a sentence at its %s: %o', async (field, change, sentence) => {
    const { status, body } = await addPool(change);
    expect([status, JSON.stringify(body.errors?.[field])]).toEqual([422, expect.stringContaining(sentence)]);
  });

  it('shares no address with another one, nor its name, nor a plan, nor what access servers call it', async () => {
    const { body } = await addPool();
    const { network, name } = body.pool;
    expect((await addPool({ network })).body).toMatchObject({
      code: 'address-pool.overlaps',
      errors: { network: 'Another pool has a part of this network.' },
    });
    expect((await addPool({ name: name.toUpperCase() })).body.code).toBe('address-pool.name-taken');
    const dynamic = { purpose: 'dynamic', framedPool: `pool-${block}`, planId: bed.planId };
    const made = await addPool(dynamic);
    expect(made.body.pool).toMatchObject({ plan: { id: bed.planId } });
    expect((await addPool({ ...dynamic, planId: null })).body.code).toBe('address-pool.framed-pool-taken');
    expect((await addPool({ ...dynamic, framedPool: 'other' })).body.code).toBe('address-pool.plan-taken');
    expect((await addPool({ ...dynamic, framedPool: 'third', planId: 'nothing' })).body.code).toBe('plan.not-found');
    expect(await authorize()).toMatchObject({ 'reply:Framed-Pool': dynamic.framedPool });
  });

  it('is changed until an address of it was given, and retired after that', async () => {
    const { id } = (await addPool()).body.pool;
    const edit = (change: object) => put(`/api/staff/address-pools/${id}`, poolForm(change));
    expect((await edit({})).status).toBe(200);
    await give('next');
    expect((await edit({})).body.code).toBe('address-pool.in-use');
    expect((await put(`/api/staff/address-pools/${id}/retired`, { retired: true })).body.pool.retired).toBe(true);
    const other = await bed.createCustomer();
    await bed.payMonth(other);
    expect((await give('next', other)).body.code).toBe('line-address.none-free');
    expect(await own()).toHaveLength(1);
    expect((await put('/api/staff/address-pools/nothing', poolForm())).body.code).toBe('address-pool.not-found');
  });
});

describe('a fixed address', () => {
  it('is charged for the rest of the month by the day, is on the next bill with its VAT, and is seen by its customer', async () => {
    await addPool();
    const end = Date.parse((await bed.subscription(customer)).nextBillingDate);
    await bed.live(10);
    const days = Math.round(end / DAY_MS) - Math.round((bed.deps.clock().getTime() - 10 * DAY_MS) / DAY_MS);
    const answer = await give('next');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({
      addresses: [{ address: `10.${block}.0.1`, price: FEE, until: null }],
      offered: [{ product: 'ipv4', price: FEE, free: 5 }, { product: 'ipv6-prefix' }],
      history: [{ address: `10.${block}.0.1`, until: null, givenBy: expect.any(String) }],
    });
    expect(await own()).toEqual(answer.body.addresses);
    const [charge] = await invoices();
    const total = Math.round((FEE * 100 * (days - 10)) / days) / 100;
    expect(charge).toMatchObject({ kind: 'charge', status: 'open', total });
    expect(await linesOf(charge.invoiceNumber)).toEqual([
      { label: `Fixed IPv4 address, ${days - 10} of ${days} days`, amount: total },
    ]);
    await bed.live(days - 10 - 3);
    const bill = (await invoices()).find(({ kind }: { kind: string }) => kind === 'period');
    expect(bill).toMatchObject({ status: 'open', total: 25_000 + FEE });
    expect(await linesOf(bill.invoiceNumber)).toEqual([
      { label: 'Premium Fiber 100Mbps, one month', amount: 25_000 },
      { label: 'Fixed IPv4 address, one month', amount: FEE },
    ]);
    await bed.payMonth(customer);
    await runJobs();
    expect((await invoices()).filter(({ status }: { status: string }) => status === 'open')).toEqual([charge]);
    expect(await bed.violations()).toEqual([]);
  });

  it('replaces an open bill by one that has it', async () => {
    await addPool();
    const end = Date.parse((await bed.subscription(customer)).nextBillingDate);
    await bed.live(Math.round((end - bed.deps.clock().getTime()) / DAY_MS) - 2);
    await give('next');
    await bed.live(1);
    const open = (await invoices()).filter(
      ({ status, kind }: { status: string; kind: string }) => status === 'open' && kind === 'period',
    );
    expect(open).toMatchObject([{ total: 25_000 + FEE }]);
  });

  it('is sent when the line connects, which reconnects once, after its customer was told', async () => {
    await addPool();
    await goOnline();
    const before = bed.deps.clock();
    await give('next');
    await give('next');
    expect(await authorize()).toMatchObject({ 'reply:Framed-IP-Address': `10.${block}.0.1` });
    const [action, ...others] = await actions();
    expect(others).toEqual([]);
    expect(action).toMatchObject({ kind: 'disconnect', reason: 'address-changed', state: 'waiting' });
    const waitMs = Number(action?.['next_attempt_at']) - before.getTime();
    expect([waitMs > 10_000, waitMs < 60_000]).toEqual([true, true]);
    expect(await bed.noticesOf(customer)).toContain('address-given');
  });

  it('reconnects a line once for two changes, also when its speed changes meanwhile', async () => {
    await addPool();
    await goOnline();
    await give('next');
    await give(`10.${block}.0.5`);
    const plans = (await bed.call(null, 'GET', '/api/plans')).body as { id: string; price: number }[];
    const dear = plans.toSorted((a, b) => b.price - a.price)[0]?.id;
    await bed.pool.query('update user_subscriptions set plan_id = $2 where user_id = $1', [customer.id, dear]);
    const order = { lineId: customer.id, now: bed.deps.clock() };
    await runTransaction(bed.database, (tx) =>
      syncAccess({ recordAllowance: async () => {}, publish: async () => {} }, tx, order),
    );
    expect((await actions()).filter(({ state }) => state === 'waiting')).toMatchObject([
      { kind: 'disconnect', reason: 'address-changed' },
    ]);
  });

  it('is another one in the same month for no further charge, and the earlier one waits in quarantine', async () => {
    await addPool();
    await give('next');
    const [charge] = await invoices();
    expect((await give(`10.${block}.0.4`)).status).toBe(200);
    expect((await invoices()).filter(({ kind }: { kind: string }) => kind === 'charge')).toEqual([charge]);
    const other = await bed.createCustomer();
    await bed.payMonth(other);
    const refused = await give(`10.${block}.0.1`, other);
    expect(refused.body).toMatchObject({ code: 'line-address.in-quarantine' });
    expect(refused.body.message).toMatch(/^This address was released: it is free on \d+ \w+ \d{4}\.$/);
    expect((await give('next', other)).body.addresses).toMatchObject([{ address: `10.${block}.0.2` }]);
    // Its own line may go back to it.
    expect((await give(`10.${block}.0.1`)).body.addresses).toMatchObject([{ address: `10.${block}.0.1` }]);
    bed.wait(8 * DAY_MS);
    expect((await give(`10.${block}.0.4`, other)).status).toBe(200);
  });

  it.each([
    ['192.0.2.1', 'line-address.outside-pools', 'No pool of fixed addresses has this address.'],
    [
      'own',
      'line-address.not-usable',
      'This is the address of the network itself or its broadcast address: no line can have it.',
    ],
    ['broadcast', 'line-address.not-usable', 'This is the address'],
    ['2001:db8:ffff::/64', 'line-address.wrong-length', 'The pool gives its lines prefixes of another length.'],
    ['taken', 'line-address.taken', 'Another line has this address.'],
  ])('is refused in a sentence where it cannot be: %s', async (which, code, sentence) => {
    await addPool({ network: '2001:db8:ffff::/48', prefixLength: 56 });
    await addPool();
    const other = await bed.createCustomer();
    await bed.payMonth(other);
    await give('next', other);
    const last = { own: 0, broadcast: 7, taken: 1 }[which];
    const { status, body } = await give(last === undefined ? which : `10.${block}.0.${last}`);
    expect([status, body.code, body.message]).toEqual([409, code, expect.stringContaining(sentence)]);
    expect(await own()).toEqual([]);
    expect((await invoices()).filter(({ kind }: { kind: string }) => kind === 'charge')).toEqual([]);
  });

  it('is refused for what is no address, for a line without a plan or one that is paused, and for oneself', async () => {
    await addPool();
    expect((await give('10.0.0')).status).toBe(422);
    const newcomer = await bed.createCustomer();
    expect((await give('next', newcomer)).body.code).toBe('subscription.none');
    expect((await give('next', staff)).body.code).toBe('customer.own-account');
    await bed.call(customer, 'POST', '/api/user/subscription/pause', { days: 7 });
    expect((await give('next')).body.code).toBe('subscription.not-running');
    await bed.pool.query('update charge_products set is_active = false where monthly_for is not null');
    await bed.payMonth(newcomer);
    expect((await give('next', newcomer)).body.code).toBe('addon.not-offered');
    await bed.pool.query('update charge_products set is_active = true where monthly_for is not null');
    expect((await give('next', customer, { lineId: newcomer.id })).body.code).toBe('line.not-found');
  });

  it('is a prefix of IPv6 beside the IPv4 address', async () => {
    await addPool();
    await addPool({ network: '2001:db8:aa00::/40', prefixLength: 56 });
    await give('next', customer, { product: 'ipv6-prefix' });
    await give(`10.${block - 1}.0.2`);
    expect(await authorize()).toMatchObject({
      'reply:Framed-IP-Address': `10.${block - 1}.0.2`,
      'reply:Delegated-IPv6-Prefix': '2001:db8:aa00::/56',
    });
    expect((await own()).map(({ price }: { price: number }) => price)).toEqual([FEE, 2500]);
  });

  it('is given once when two members of staff give the last one at the same moment', async () => {
    const { id } = (await addPool({ network: `10.${block + 1}.0.0/32` })).body.pool;
    const other = await bed.createCustomer();
    await bed.payMonth(other);
    const client = await bed.pool.connect();
    await client.query('begin');
    await client.query('select from address_pools where id = $1 for update', [id]);
    const both = [give('next'), give('next', other)];
    const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await bed.rows(waiting))[0]?.['n'] === 2, { timeout: 20_000 });
    await client.query('commit');
    client.release();
    const answers = await Promise.all(both);
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'line-address.none-free']);
    const charges = [...(await invoices()), ...(await invoices(other))].filter(({ kind }) => kind === 'charge');
    expect(charges).toHaveLength(1);
  });

  it('cannot be two lines’ by any way into the database', async () => {
    await addPool();
    await give('next');
    const copy = `insert into fixed_addresses (pool_id, line_id, addon_id, kind, address, given_by, starts_at, ends_at, free_from)
      select pool_id, $2, addon_id, kind, address, given_by, starts_at + interval '1 hour', starts_at + interval '2 hours', starts_at + interval '2 hours'
      from fixed_addresses where line_id = $1`;
    await expect(bed.pool.query(copy, [customer.id, staff.id])).rejects.toThrow('fixed_addresses_once');
  });
});

describe('the end of a fixed address', () => {
  it('comes with the time that is paid, without another charge; until then it can be kept', async () => {
    await addPool();
    await give('next');
    await goOnline();
    const ended = await give(null);
    const { nextBillingDate } = await bed.subscription(customer);
    expect(ended.body.addresses).toMatchObject([{ until: nextBillingDate }]);
    await give('next');
    expect(await own()).toMatchObject([{ until: null }]);
    await give(null);
    await give(null);
    await bed.payMonth(customer);
    expect((await invoices())[0]).toMatchObject({ kind: 'period', total: 25_000 });
    await runJobs();
    expect(await own()).toHaveLength(1);
    expect(await actions()).toEqual([]);
    await bed.live(32, 24);
    await runJobs();
    await runJobs();
    expect(await own()).toEqual([]);
    expect(await actions()).toMatchObject([{ kind: 'disconnect', reason: 'address-changed' }]);
    expect(await bed.noticesOf(customer)).toContain('address-ended');
    expect(await authorize()).not.toHaveProperty('reply:Framed-IP-Address');
    const other = await bed.createCustomer();
    await bed.payMonth(other);
    expect((await give(`10.${block}.0.1`, other)).body.code).toBe('line-address.in-quarantine');
    expect(await bed.violations()).toEqual([]);
  });

  it('comes with the end of the line', async () => {
    await addPool();
    await give('next');
    await bed.call(customer, 'POST', '/api/user/subscription/cancellation', { reason: 'Moving' });
    await runJobs();
    expect(await own()).toHaveLength(1);
    await bed.live(32, 24);
    await runJobs();
    const held = await bed.rows('select ends_at, free_from from fixed_addresses where line_id = $1', [customer.id]);
    expect(held).toMatchObject([{ ends_at: expect.any(Date), free_from: expect.any(Date) }]);
  });
});

describe('a line with a fixed address', () => {
  it('takes it along to its new owner, who pays for it from the next month on', async () => {
    await addPool();
    await give('next');
    const [charge] = await invoices();
    const buyer = await bed.createCustomer();
    const asked = { to: buyer.email, identifiedBy: 'Two facts matched', reason: 'Sold the flat' };
    const { body } = await bed.call(staff, 'POST', `/api/staff/lines/${customer.id}/owner-changes`, asked);
    const [mail] = await bed.rows('select text from outbox_messages where message_key = $1', [
      `owner-change-offer:${body.ownerChange.id}`,
    ]);
    const token = /#token=([\w-]+)/.exec(String(mail?.['text']))?.[1];
    expect((await bed.call(buyer, 'POST', '/api/line-offers/accept', { token })).status).toBe(200);
    await runJobs();
    expect(await own()).toEqual([]);
    expect(await own(buyer)).toMatchObject([{ address: `10.${block}.0.1`, price: FEE, until: null }]);
    expect(await invoices()).toContainEqual(charge);
    const quote = (await bed.call(buyer, 'GET', `/api/user/payment-quote?plan=${bed.planId}`)).body;
    expect(quote.total).toBe(25_000 + FEE);
    const history = await bed.rows(
      'select line_id, free_from from fixed_addresses order by starts_at desc, free_from limit 2',
    );
    expect(history.map(({ free_from: freeFrom }) => freeFrom === null).toSorted()).toEqual([false, true]);
    expect(await bed.violations()).toEqual([]);
  });

  it('of a company has it on the invoice of all lines, by the day and then by the month', async () => {
    await addPool();
    const owner = await bed.createCustomer();
    await bed.call(owner, 'POST', '/api/user/lines', { label: 'Head office', planId: bed.planId });
    const form = { companyName: 'Kano Foods Ltd', taxId: '01234567-0001', paymentTermsDays: 14, billingDay: 1 };
    await put(`/api/staff/customers/${owner.id}/company`, form);
    await runCompanyBilling(bed.deps);
    expect((await give('next', owner)).status).toBe(200);
    const { nextInvoiceAt } = (await bed.call(owner, 'GET', '/api/user/company')).body.company;
    bed.wait(Date.parse(nextInvoiceAt) - bed.deps.clock().getTime() + 3_600_000);
    await runCompanyBilling(bed.deps);
    await runJobs();
    const [invoice, ...others] = (await invoices(owner)).filter(({ status }: { status: string }) => status === 'open');
    expect(others).toEqual([]);
    const { lines, total } = (await bed.call(owner, 'GET', `/api/user/invoices/${invoice.invoiceNumber}`)).body;
    const ofAddress = lines.filter(({ label }: { label: string }) => label.includes('Fixed IPv4 address'));
    expect(ofAddress).toMatchObject([
      { label: expect.stringMatching(/^Head office: Fixed IPv4 address, \d+ \w+ \d+ to/), amount: FEE },
      { label: expect.stringMatching(/^Fixed IPv4 address, \d+ days?$/) },
    ]);
    const sum = lines.reduce((kobo: number, { amount }: { amount: number }) => kobo + Math.round(amount * 100), 0);
    expect(sum).toBe(Math.round(total * 100));
    expect(await bed.violations()).toEqual([]);
  });
});

describe('a month that was paid without the address', () => {
  it('is charged by itself, once, when it was paid ahead or its payment was opened before', async () => {
    await addPool();
    await bed.payMonth(customer);
    const quote = (await bed.call(customer, 'GET', `/api/user/payment-quote?plan=${bed.planId}`)).body;
    const reference = await bed.open(customer, 'paystack', quote.total);
    await give('next');
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(customer, 'paystack', reference);
    await Promise.all([runJobs(), runJobs()]);
    await runJobs();
    const charges = (await invoices()).filter(({ kind }: { kind: string }) => kind === 'charge');
    expect(charges.map(({ total }: { total: number }) => total)).toEqual([FEE, FEE, FEE]);
    expect((await bed.call(customer, 'GET', `/api/user/payment-quote?plan=${bed.planId}`)).body.total).toBe(
      25_000 + FEE,
    );
    expect(await bed.violations()).toEqual([]);
  });
});
