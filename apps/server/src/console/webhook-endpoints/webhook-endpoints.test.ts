import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/webhook-endpoints';
const MISSING = '00000000-0000-4000-8000-000000000000';

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal({ config: { ...readConfig({}), limits: HIGH_LIMITS, production: false } });
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

const form = (fields: object = {}) => ({ url: 'https://books.example/hooks', events: ['invoice.paid'], ...fields });
const create = (fields?: object) => staff.browser.post(PATH, form(fields));

describe('a webhook endpoint', () => {
  it('is created with a secret that no other answer, record or row has in clear', async () => {
    const created = (await create({ events: ['invoice.paid', 'invoice.paid'], description: 'Books' })).json();
    const { secret, endpoint } = created;
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(endpoint).toMatchObject({ description: 'Books', events: ['invoice.paid'], isOn: true, lastDelivery: null });
    const rotated = (await staff.browser.post(`${PATH}/${endpoint.id}/secret`, {})).json();
    const others = await Promise.all([
      staff.browser.get(PATH),
      staff.browser.get(`${PATH}/${endpoint.id}`),
      staff.browser.get('/api/staff/audit'),
    ]);
    const { rows } = await portal.pool.query('select * from webhook_endpoints');
    const everything = [...others.map(({ body }) => body), JSON.stringify(rows)].join();
    for (const each of [secret, rotated.secret]) expect(everything).not.toContain(each.slice(6));
    expect(rotated.secret).not.toBe(secret);
    expect(rows[0].encrypted_secret).toMatch(/=[\w-]{8}$/);
  });

  it.each([
    ['http://10.0.0.1/', 'private network'],
    ['https://localhost:99999/', 'https://'],
    ['https://name:password@books.example/', 'name and password'],
    ['ftp://books.example/', 'https://'],
    ['', 'https://'],
  ])('is refused at %s, beside its field', async (url, why) => {
    const answer = await create({ url });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.url).toContain(why);
  });

  it.each([[[]], [['nonsense.happened']], [['webhook.test']]])('is refused for the events %j', async (events) => {
    expect((await create({ events })).statusCode).toBe(422);
  });

  it('is changed, rotated and deleted by staff, and every write is in the audit log', async () => {
    const { endpoint } = (await create()).json();
    const subject = `webhook-endpoint:${endpoint.id}`;
    const changed = await staff.browser.put(`${PATH}/${endpoint.id}`, {
      ...form({ events: ['ticket.opened'] }),
      isOn: true,
    });
    expect(changed.json().endpoint.events).toEqual(['ticket.opened']);
    await staff.browser.post(`${PATH}/${endpoint.id}/test`, {});
    const [delivery] = (await staff.browser.get(`${PATH}/${endpoint.id}/deliveries`)).json();
    await staff.browser.post(`${PATH}/${endpoint.id}/deliveries/${delivery.id}/retry`, {});
    await staff.browser.post(`${PATH}/${endpoint.id}/secret`, {});
    expect((await staff.browser.delete(`${PATH}/${endpoint.id}`)).statusCode).toBe(200);
    expect((await staff.browser.get(`${PATH}/${endpoint.id}`)).statusCode).toBe(404);
    const records: { action: string }[] = (await staff.browser.get(`/api/staff/audit?subject=${subject}`)).json();
    expect(records.map(({ action }) => action.split('.')[1])).toEqual([
      'delete',
      'rotate',
      'retry',
      'test',
      'change',
      'create',
    ]);
  });

  it('that does not exist is not found by any call', async () => {
    const calls = [
      staff.browser.get(`${PATH}/${MISSING}`),
      staff.browser.put(`${PATH}/${MISSING}`, { ...form(), isOn: true }),
      staff.browser.delete(`${PATH}/${MISSING}`),
      staff.browser.post(`${PATH}/${MISSING}/secret`, {}),
      staff.browser.post(`${PATH}/${MISSING}/test`, {}),
      staff.browser.get(`${PATH}/${MISSING}/deliveries`),
      staff.browser.get(`${PATH}/${MISSING}/deliveries/1`),
      staff.browser.post(`${PATH}/${MISSING}/deliveries/1/retry`, {}),
      staff.browser.post(`${PATH}/${MISSING}/deliveries/retry`, { since: '2026-11-26T00:00:00Z' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode, answer.body).toBe(404);
  });

  it('is the twentieth at most, also when many are created at once', async () => {
    const answers = await sendAtOnce(25, () => create());
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect((await staff.browser.get(PATH)).json()).toHaveLength(20);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(5);
  });
});
