import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const START = Date.parse('2026-07-03T12:00:00Z');
const HOUR = 3_600_000;

let now = new Date(START);
let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const form = {
  kind: 'incident',
  severity: 'major',
  area: 'Garki',
  title: 'No light',
  details: 'A cable is cut.',
  startsAt: at(-1),
  endsAt: null,
};
const create = async (fields: object = {}) =>
  (await staff.browser.post('/api/staff/incidents', { ...form, ...fields })).json();
const update = (id: string, fields: object) => staff.browser.post(`/api/staff/incidents/${id}/updates`, fields);
const status = async () => (await portal.browser().get('/api/network/status')).json();
const report = async () => (await portal.browser().get('/api/network/report')).json();
const list = async (query: string) => (await staff.browser.get(`/api/staff/incidents?${query}`)).json();

describe('an incident', () => {
  it('is shown to customers at once, with every update and the cause, until it is finally resolved', async () => {
    expect((await status()).connection).toBe('Online');
    const { incident } = await create();
    expect(await status()).toMatchObject({
      connection: 'Major outage',
      incidents: [{ title: 'No light', cause: '', updates: [] }],
    });
    await update(incident.id, { text: 'A team is on its way.' });
    now = new Date(START + HOUR);
    await update(incident.id, { text: 'The cable is found.', cause: 'Road works' });
    const [shown] = (await status()).incidents;
    expect(shown).toMatchObject({
      cause: 'Road works',
      updates: [
        { text: 'A team is on its way.', at: at(0) },
        { text: 'The cable is found.', at: at(1) },
      ],
    });
    const resolved = (await update(incident.id, { text: 'All is well.', status: 'resolved' })).json();
    expect(resolved.incident).toMatchObject({ status: 'resolved', resolvedAt: at(1) });
    expect(await status()).toMatchObject({ connection: 'Online', incidents: [] });
    const afterwards = await report();
    expect(afterwards).toMatchObject({ connection: 'Online', areas: [], past: [{ id: incident.id, endedAt: at(1) }] });
    expect(afterwards.past[0].updates).toHaveLength(3);
    expect(afterwards.days.at(-1)).toMatchObject({ worst: 'major' });
    expect((await update(incident.id, { text: 'Or not?', status: 'open' })).json()).toMatchObject({
      code: 'incident.resolved',
    });
  });

  it('is corrected and listed, and its changes are audited', async () => {
    const { incident } = await create({ severity: 'minor' });
    const edited = await staff.browser.put(`/api/staff/incidents/${incident.id}`, {
      ...form,
      area: 'Wuse',
      kind: 'maintenance',
    });
    expect(edited.json().incident).toMatchObject({ area: 'Wuse', kind: 'incident', status: 'open', severity: 'major' });
    const first = await list('limit=1');
    const next = await list(`limit=5&before=${first[0].id}`);
    expect([...first, ...next].map(({ id }) => id)).toContain(incident.id);
    const records = (await staff.browser.get(`/api/staff/audit?subject=incident:${incident.id}`)).json();
    expect(records.map(({ action }: { action: string }) => action)).toEqual(['incident.edit', 'incident.create']);
    expect(records[0]).toMatchObject({ before: { area: 'Garki' }, after: { area: 'Wuse' } });
    await update(incident.id, { text: 'Over.', status: 'resolved' });
  });

  it('ends when staff say that it did, at once or corrected later, which is audited', async () => {
    const { incident } = await create({ startsAt: at(-20) });
    const over = (await update(incident.id, { text: 'Over.', status: 'resolved', resolvedAt: at(-9) })).json();
    expect(over.incident).toMatchObject({ status: 'resolved', resolvedAt: at(-9) });
    const correct = (fields: object) =>
      staff.browser.put(`/api/staff/incidents/${incident.id}`, { ...form, startsAt: at(-20), ...fields });
    expect((await correct({ title: 'No light at all' })).json().incident.resolvedAt).toBe(at(-9));
    expect((await correct({ resolvedAt: at(-10) })).json().incident).toMatchObject({ resolvedAt: at(-10) });
    const [record] = (await staff.browser.get(`/api/staff/audit?subject=incident:${incident.id}`)).json();
    expect(record).toMatchObject({
      action: 'incident.edit',
      before: { resolvedAt: at(-9) },
      after: { resolvedAt: at(-10) },
    });
    expect((await report()).past.find(({ id }: { id: string }) => id === incident.id).endedAt).toBe(at(-10));
  });

  it.each([
    ['lies ahead', { resolvedAt: at(3) }, 'It cannot be over later than now'],
    ['is before its beginning', { resolvedAt: at(-21) }, 'It cannot be over before it began'],
    ['is no time', { resolvedAt: 'yesterday' }, 'Enter a time'],
  ])('cannot end at a moment that %s', async (_case, fields, message) => {
    const { incident } = await create({ startsAt: at(-20) });
    const refused = await update(incident.id, { text: 'Over.', status: 'resolved', ...fields });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual({ resolvedAt: message });
    const early = await update(incident.id, { text: 'Nearly.', resolvedAt: at(0) });
    expect(early.json().errors).toEqual({ resolvedAt: 'It is not over yet' });
    await update(incident.id, { text: 'Over.', status: 'resolved' });
    const body = { ...form, startsAt: at(-20), ...fields };
    const corrected = await staff.browser.put(`/api/staff/incidents/${incident.id}`, body);
    expect(corrected.json().errors).toEqual({ resolvedAt: message });
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ startsAt: 'tomorrow' }, 'startsAt'],
    [{ startsAt: at(2), endsAt: at(1) }, 'endsAt'],
    [{ severity: 'huge' }, 'severity'],
  ])('with an invalid value is refused at its field: %j', async (fields, field) => {
    const refused = await staff.browser.post('/api/staff/incidents', { ...form, ...fields });
    expect(Object.keys(refused.json().errors)).toContain(field);
  });
});

it('maintenance is announced, and begins by itself, or early when staff start it', async () => {
  const { incident } = await create({ kind: 'maintenance', startsAt: at(30), endsAt: at(32) });
  expect(incident.status).toBe('scheduled');
  expect(await status()).toMatchObject({ connection: 'Online', maintenance: '4 July, 19:00' });
  await update(incident.id, { text: 'We begin now.', status: 'open' });
  expect((await status()).maintenance).toBe('Under way');
  expect(await report()).toMatchObject({ areas: [{ name: 'Garki', connection: 'Online', maintenance: true }] });
  await update(incident.id, { text: 'Done.', status: 'resolved' });
});

it('staff see active, scheduled and past incidents apart, and maintenance closes by itself', async () => {
  const maintenance = { kind: 'maintenance', severity: 'minor' };
  const planned = await create({ ...maintenance, startsAt: at(30) });
  const running = await create({ ...maintenance, startsAt: at(-2), endsAt: at(3) });
  const ended = await create({ ...maintenance, startsAt: at(-5), endsAt: at(-4) });
  const open = await create();
  const idsOf = async (phase: string) => (await list(`phase=${phase}`)).map(({ id }: { id: string }) => id);
  expect(await idsOf('planned')).toEqual([planned.incident.id]);
  expect(await idsOf('under-way')).toEqual([open.incident.id, running.incident.id]);
  expect(await idsOf('over')).toContain(ended.incident.id);
  const { incident } = (await update(open.incident.id, { text: 'Over.', status: 'resolved' })).json();
  expect(incident.phase).toBe('over');
  const over = await list('phase=over');
  expect(over).toContainEqual(incident);
  expect(new Set(over.map(({ phase }: { phase: string }) => phase))).toEqual(new Set(['over']));
  await update(running.incident.id, { text: 'Done.', status: 'resolved' });
  await update(planned.incident.id, { text: 'Not now.', status: 'resolved' });
});

it('a fault is shown however much maintenance has ended or is scheduled', async () => {
  const many = (from: string, to: string) =>
    portal.pool.query(
      `insert into network_incidents (kind, severity, status, area, title, starts_at, ends_at)
       select 'maintenance', 'minor', 'scheduled', 'Ikeja', 'Many', $1::timestamptz + n * interval '1 minute', $2::timestamptz + n * interval '1 minute'
       from generate_series(1, 600) n`,
      [from, to],
    );
  await many(at(-24 * 60), at(-24 * 59));
  await many(at(24 * 8), at(24 * 9));
  const { incident } = await create({ startsAt: at(-24 * 70) });
  for (const shown of [await status(), await report()]) {
    expect(shown.connection).toBe('Major outage');
    expect(shown.incidents[0].id).toBe(incident.id);
  }
  expect((await list('phase=under-way')).map(({ id }: { id: string }) => id)).toEqual([incident.id]);
  await update(incident.id, { text: 'Over.', status: 'resolved' });
  await portal.pool.query("delete from network_incidents where title = 'Many'");
});

it('a customer sees what may affect their line, once staff have set its area', async () => {
  const customer = portal.browser();
  const { user } = (await customer.register()).json();
  const own = async () => (await customer.get('/api/user/network-status')).json();
  const lagos = await create({ area: 'Lagos', title: 'Lagos is dark' });
  expect(await own()).toMatchObject({
    area: null,
    connection: 'Major outage',
    incidents: [{ title: 'Lagos is dark' }],
  });
  await staff.browser.put(`/api/staff/customers/${user.id}/area`, { area: 'Garki, Abuja' });
  expect(await own()).toMatchObject({
    area: 'Garki, Abuja',
    connection: 'Online',
    quality: 'Excellent',
    incidents: [],
  });
  const abuja = await create({ area: 'Abuja', severity: 'minor', title: 'Slow in Abuja' });
  expect(await own()).toMatchObject({ connection: 'Partial outage', incidents: [{ title: 'Slow in Abuja' }] });
  expect((await status()).incidents).toHaveLength(2);
  expect((await portal.browser().get('/api/user/network-status')).statusCode).toBe(401);
  for (const { incident } of [lagos, abuja]) await update(incident.id, { text: 'Over.', status: 'resolved' });
});

it('customers have read access only', async () => {
  const customer = portal.browser();
  await customer.register();
  expect((await customer.post('/api/staff/incidents', form)).statusCode).toBe(403);
  expect((await update('00000000-0000-0000-0000-000000000000', { text: 'x' })).statusCode).toBe(404);
});

it('areas are suggested: those that staff have used, and the regions that plans are sold in', async () => {
  const areas = async () => (await staff.browser.get('/api/staff/areas')).json();
  await portal.pool.query('delete from customer_areas');
  await portal.pool.query('delete from service_areas');
  await create({ area: 'LAGOS' });
  await portal.pool.query("update service_plans set region = 'lokoja' where region = 'abuja'");
  expect(await areas()).toEqual(['LAGOS', 'Lokoja']);
  await portal.pool.query("update service_plans set is_active = false where region = 'lokoja'");
  expect(await areas()).toEqual(['LAGOS']);
});
