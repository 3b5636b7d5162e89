import type { FoundGroup } from '@portal/contract/console/search';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
let customer: Awaited<ReturnType<typeof newCustomer>>;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
  customer = await newCustomer({ firstName: 'Chinẹ́du', lastName: 'Okafor', email: 'c.nwosu@mail.example' });
  await portal.pool.query("update users set phone = '+2348031234567' where id = $1", [customer.id]);
});
afterAll(() => portal.close());

async function newCustomer(fields: Record<string, unknown> = {}) {
  const browser = portal.browser();
  const { user } = (await browser.register(fields)).json();
  return { browser, id: Number(user.id) };
}

async function search(typed: string, more = ''): Promise<FoundGroup[]> {
  return (await staff.browser.get(`/api/staff/search?search=${encodeURIComponent(typed)}${more}`)).json();
}
/** What was found, as "kind id". */
const found = async (typed: string) =>
  (await search(typed)).flatMap(({ kind, results }) => results.map(({ id }) => `${kind} ${id}`));

describe('one search finds', () => {
  it('a customer by name, address, telephone and account number', async () => {
    const { accountNumber } = (await customer.browser.get('/api/user/account')).json();
    for (const typed of ['chine', 'Okafor Chinedu', 'C.NWOSU@', '0803 123', accountNumber])
      expect(await found(typed), typed).toEqual([`customer ${customer.id}`]);
  });

  it('a payment by either reference, an invoice, a receipt and a ticket by number, each with its customer', async () => {
    const { ticket } = (
      await customer.browser.post('/api/user/tickets', { subject: 'No light', description: 'x' })
    ).json();
    const plan = (await portal.pool.query('select id from service_plans limit 1')).rows[0];
    await customer.browser.post('/api/user/subscribe', { planId: plan.id });
    await portal.pool.query(
      `with paid as (
         insert into payments (reference, user_id, subscription_id, plan_id, period_number, gateway, gateway_reference, amount, quote, email, description)
         select 'P0123456789ABCD', $1, s.id, s.plan_id, 1, 'paystack', 'Trx-77', 15000, '{}', 'x', 'One month' from user_subscriptions s where s.user_id = $1
         returning id, subscription_id
       ), receipt as (
         insert into receipts (receipt_number, year, sequence, payment_id, user_id, total, vat_included, snapshot)
         select 'RCT-2026-000321', 2026, 321, id, $1, 15000, 0, '{}' from paid
       )
       insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
       select 'INV-2026-000123', 2026, 123, $1, subscription_id, 1, 'period', 'open', 15000, 0, '{}', now(), now() from paid`,
      [customer.id],
    );
    expect(await found('p0123456789abcd')).toEqual(['payment P0123456789ABCD']);
    expect(await found('Trx-77')).toEqual(['payment P0123456789ABCD']);
    expect(await found('inv 2026-123')).toEqual(['invoice INV-2026-000123']);
    expect(await found('RCT-2026-000321')).toEqual(['receipt RCT-2026-000321']);
    expect(await found(ticket.number)).toEqual([`ticket ${ticket.id}`]);
    const [group] = await search('INV-2026-000123');
    expect(group?.results).toMatchObject([
      { amount: 15_000, status: 'open', customer: { id: customer.id, name: 'Chinẹ́du Okafor' } },
    ]);
  });

  it('a line by login, and by the hardware and address with which it was last online', async () => {
    await portal.pool.query(
      "insert into network_lines (user_id, username, access, download_mbps, changed_at) values ($1, 'dar100', 'open', 20, now())",
      [customer.id],
    );
    const begin = (key: string, mac: string, ip: string, at: string) =>
      portal.pool.query(
        `insert into usage_sessions (session_key, generation, user_id, username, written_username, nas, session_id, framed_address, calling_station, started_at, last_event_at, last_packet_at, counted, month)
         values ($1, 1, $2, 'dar100', 'dar100', 'nas', $1, $4, $3, $5, $5, $5, '{}', date_trunc('month', now()))`,
        [key, customer.id, mac, ip, at],
      );
    await begin('first', 'AA-BB-CC-00-11-22', '102.89.1.7', '2026-11-01T08:00:00Z');
    await begin('second', 'AA-BB-CC-00-11-22', '102.89.1.9', '2026-11-02T08:00:00Z');
    await begin('late', 'AA-BB-CC-00-11-22', '102.89.1.8', '2026-11-01T09:00:00Z');
    for (const typed of ['DAR100', 'aa:bb:cc:00:11:22', 'AABB.CC00.1122', '102.89.1.9'])
      expect(await found(typed), typed).toContain(`line ${customer.id}`);
    const [line] = (await search('dar100')).filter(({ kind }) => kind === 'line');
    expect(line?.results).toMatchObject([
      { notes: ['aa:bb:cc:00:11:22', '102.89.1.9'], at: '2026-11-02T08:00:00.000Z' },
    ]);
    expect(await found('102.89.1.7')).toEqual([]);
    await portal.pool.query(
      `with second as (insert into lines (id, account_id) values (nextval('users_id_seq'), $1) returning id)
       insert into network_lines (user_id, username, access, download_mbps, changed_at) select id, 'dar200', 'open', 20, now() from second`,
      [customer.id],
    );
    expect(await found('dar200')).toEqual([`line ${customer.id}`]);
  });
});

it('a line is found by the box that staff noted, however its serial number and MAC address are written', async () => {
  const { id } = await newCustomer();
  const other = await newCustomer();
  const note = (customerId: number, body: object) =>
    staff.browser.put(`/api/staff/customers/${customerId}/line-equipment`, body);
  const noted = await note(id, { ontSerial: 'hwtc-1a2b 3c4d', ontMac: '00:1A:2B:3C:4D:5E' });
  expect(noted.json()).toMatchObject({ ontSerial: 'HWTC1A2B3C4D', ontMac: '001a2b3c4d5e' });
  for (const typed of ['HWTC1A2B3C4D', 'hwtc 1a2b-3c4d', '485754431A2B3C4D', '001a.2b3c.4d5e'])
    expect(await found(typed), typed).toEqual([`line ${id}`]);
  expect((await note(other.id, { ontSerial: '48:57:54:43:1A:2B:3C:4D', ontMac: null })).json().code).toBe(
    'line.serial-taken',
  );
  expect((await note(id, { ontSerial: 'x', ontMac: null })).statusCode).toBe(422);
  expect(await (await staff.browser.get(`/api/staff/customers/${id}`)).json()).toMatchObject({
    ontSerial: 'HWTC1A2B3C4D',
  });
  await note(id, { ontSerial: null, ontMac: null });
  expect(await found('HWTC1A2B3C4D')).toEqual([]);
});

it('a company is found by its name and its tax number on the bills', async () => {
  const { id } = await newCustomer();
  await portal.pool.query(
    "insert into billing_details (user_id, company_name, tax_id, updated_at) values ($1, 'Ọlá Foods Ltd', '20458811-0001', now())",
    [id],
  );
  for (const typed of ['ola foo', 'Ọlá Foods Ltd', '20458811-00'])
    expect(await found(typed), typed).toEqual([`customer ${id}`]);
  const [group] = await search('ola foods');
  expect(group?.results[0]?.notes[0]).toBe('Ọlá Foods Ltd');
});

describe('a typing error is forgiven', () => {
  it.each(['Chindeu', 'chimedu', 'chinedru', 'chnedu okafor', 'Okaffor', '0803 123 4576', 'c.nwsou@mail.example'])(
    'in %s, and the answer says that it is only similar',
    async (typed) => {
      expect(await search(typed)).toMatchObject([
        { kind: 'customer', similar: true, results: [{ id: String(customer.id) }], next: null },
      ]);
    },
  );

  it('not two in one word, nor one in a word of three letters', async () => {
    for (const typed of ['chndu', 'okfr', 'oak', 'zz'])
      expect(await found(typed), typed).not.toContain(`customer ${customer.id}`);
  });
});

it('customers come page by page, each once', async () => {
  const made = [];
  for (let n = 0; n < 5; n++) made.push((await newCustomer({ firstName: 'Zubairu', lastName: 'Zub' })).id);
  const pages: string[] = [];
  let before = '';
  for (;;) {
    const [group] = await search('zub', `&kind=customer&limit=2${before}`);
    pages.push(...(group?.results ?? []).map(({ id }) => id));
    if (!group?.next) break;
    before = `&before=${group.next}`;
  }
  expect(pages.map(Number)).toEqual(made.toReversed());
});

it('whatever is typed is looked up or found nowhere, never a fault', async () => {
  for (const typed of ['%', '_', "'; --", 'T-99999999999', '::1', 'inv 2026 1', '0'.repeat(100), '😀😀😀😀'])
    expect(Array.isArray(await search(typed)), typed).toBe(true);
  expect((await staff.browser.get('/api/staff/search?search=')).statusCode).toBe(422);
});
