import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { callWithKey, createKey } from '../../testing/api-key.ts';
import { createStaff, giveRoles, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { isWellFormed } from './api-key.policy.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
let owner: Staff;
let customerId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  owner = await createStaff(portal);
  customerId = (await portal.browser().register({ firstName: 'Amina', lastName: 'Bello' })).json().user.id;
});
afterAll(() => portal.close());

const CUSTOMERS = '/api/staff/customers';
const noteCall = (text: string) => ({
  method: 'POST' as const,
  url: `/api/staff/customers/${customerId}/notes`,
  body: { text, clientNoteId: text },
});
const statusOf = async (key: string, call: Parameters<typeof callWithKey>[2] = { url: CUSTOMERS }) =>
  (await callWithKey(portal, key, call)).statusCode;

describe('an API key', () => {
  it('is shown once, and stored as a hash alone', async () => {
    const { id, key } = await createKey(owner, ['customers:read']);
    expect(key).toMatch(/^portal_[0-9a-f]{48}$/);
    const { rows } = await portal.pool.query('select * from api_keys where id = $1', [id]);
    expect(rows[0].key_hash).toBe(createHash('sha256').update(key).digest('base64url'));
    const list = (await owner.browser.get('/api/staff/api-keys')).body;
    expect(list).toContain(id);
    expect(JSON.stringify(rows) + list).not.toContain(key);
  });

  it('has a checksum that finds a mistyped character', async () => {
    const { key } = await createKey(owner, ['customers:read']);
    for (let at = 'portal_'.length; at < key.length; at++) {
      const other = key[at] === '0' ? '1' : '0';
      expect(isWellFormed(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
    }
    expect([isWellFormed(key), isWellFormed(key.slice(0, -1)), isWellFormed(`${key}0`)]).toEqual([true, false, false]);
    expect(await statusOf(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBe(401);
  });

  it('works without cookies and whatever the origin, and is asked alone where a cookie comes with it', async () => {
    const { key } = await createKey(owner, ['customers:read']);
    const session = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie: session, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect(await statusOf(key, { url: CUSTOMERS, headers })).toBe(200);
    expect(await statusOf(key, { ...noteCall('with the cookie of an owner'), headers })).toBe(403);
    const { key: writer } = await createKey(owner, ['notes:write']);
    expect(await statusOf(writer, { ...noteCall('from elsewhere'), headers })).toBe(200);
  });

  it('says when and from where it was used last', async () => {
    const { id, key } = await createKey(owner, ['customers:read']);
    const read = async () => {
      const list: { id: string }[] = (await owner.browser.get('/api/staff/api-keys')).json();
      return list.find((one) => one.id === id);
    };
    expect(await read()).toMatchObject({ state: 'active', lastUsedAt: null, lastAddress: null });
    await statusOf(key, { url: CUSTOMERS, headers: { 'x-forwarded-for': '198.51.100.9' } });
    expect(await read()).toMatchObject({ lastUsedAt: expect.stringMatching(/Z$/), lastAddress: '198.51.100.9' });
  });

  it('is never allowed more than who made it, at that moment and later', async () => {
    const manager = await createStaff(portal, { firstName: 'Bola', lastName: 'Ige' }, 'manager');
    const ask = (scopes: string[]) => manager.browser.post('/api/staff/api-keys', { name: 'x', scopes });
    expect((await ask(['customers:read'])).json().code).toBe('staff.permission');
    await giveRoles(portal, manager.id, ['manager', 'support']);
    await portal.pool.query("insert into staff_role_permissions values ('support', 'api-keys:write')");
    expect((await ask(['imports:write'])).json().code).toBe('api-key.scope');
    const { key } = await createKey(manager, ['customers:read', 'imports:read']);
    expect(await statusOf(key, { url: '/api/staff/imports' })).toBe(200);
    await giveRoles(portal, manager.id, ['support']);
    expect([await statusOf(key, { url: '/api/staff/imports' }), await statusOf(key)]).toEqual([403, 200]);
  });

  it.each(['staff:write', 'api-keys:write', 'nothing:read'])(
    'cannot have the scope %s, even from an owner',
    async (scope) => {
      const answer = await owner.browser.post('/api/staff/api-keys', { name: 'x', scopes: [scope] });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['scopes.0']]);
    },
  );

  it('stops while who made it is switched off', async () => {
    const maker = await createStaff(portal, { firstName: 'Uche', lastName: 'Obi' });
    const { key } = await createKey(maker, ['customers:read']);
    const turn = (isOn: boolean) => owner.browser.put(`/api/staff/people/${maker.id}/active`, { isOn, reason: 'x' });
    await turn(false);
    expect(await statusOf(key)).toBe(401);
    const [newest] = (await owner.browser.get('/api/staff/api-keys')).json();
    expect(newest).toMatchObject({ state: 'stopped', createdBy: { id: maker.id } });
    await turn(true);
    expect(await statusOf(key)).toBe(200);
  });

  it('ends when it is revoked, and when it expires', async () => {
    const { id, key } = await createKey(owner, ['customers:read']);
    expect((await owner.browser.delete(`/api/staff/api-keys/${id}`)).json().apiKey.state).toBe('revoked');
    expect(await statusOf(key)).toBe(401);
    expect((await owner.browser.delete('/api/staff/api-keys/unknown')).statusCode).toBe(404);
    const expiring = (expiresAt: string) =>
      owner.browser.post('/api/staff/api-keys', { name: 'x', scopes: ['customers:read'], expiresAt });
    expect((await expiring('2020-01-01T00:00:00Z')).json().errors).toHaveProperty('expiresAt');
    const later = (await expiring('2100-01-01T00:00:00Z')).json();
    expect(await statusOf(later.key)).toBe(200);
    await portal.pool.query('update api_keys set expires_at = now() where id = $1', [later.apiKey.id]);
    expect(await statusOf(later.key)).toBe(401);
  });

  it('is named in the audit log and the timeline by what is done with it', async () => {
    const { id, key } = await createKey(owner, ['notes:write', 'tickets:write'], 'CRM');
    await callWithKey(portal, key, noteCall('Called back'));
    await callWithKey(portal, key, {
      method: 'PUT',
      url: `/api/staff/customers/${customerId}/tags`,
      body: { tags: ['vip'] },
    });
    const ticket = { subject: 'No light', description: 'x', category: 'fault', priority: 'high' };
    const opened = await callWithKey(portal, key, {
      method: 'POST',
      url: `/api/staff/customers/${customerId}/tickets`,
      body: ticket,
    });
    expect(opened.statusCode, opened.body).toBe(200);
    await owner.browser.post(noteCall('').url, { text: 'By hand', clientNoteId: 'hand' });
    const records = (await owner.browser.get(`/api/staff/audit?subject=customer:${customerId}&limit=3`)).json();
    const byKey = { id: owner.id, kind: 'api-key', program: 'CRM', keyId: id };
    expect(records.map(({ actor }: { actor: object }) => actor)).toMatchObject([{ kind: 'staff' }, byKey, byKey]);
    const events = (await owner.browser.get(`/api/staff/customers/${customerId}/timeline`)).json();
    const keyOf = (wanted: object) => {
      const [name, value] = Object.entries(wanted)[0] ?? [];
      return events.find((event: Record<string, unknown>) => event[name ?? ''] === value).apiKey;
    };
    const named = { id, name: 'CRM' };
    const found = [{ text: 'Called back' }, { text: 'By hand' }, { what: 'customer.tags' }, { text: 'No light' }];
    expect(found.map(keyOf)).toEqual([named, null, named, named]);
    const made = (await owner.browser.get(`/api/staff/audit?subject=api-key:${id}`)).json();
    expect(made).toMatchObject([
      { action: 'api-key.create', about: 'CRM', after: { name: 'CRM', scopes: 'notes:write, tickets:write' } },
    ]);
  });

  it('has a rate limit of its own', async () => {
    const limits = { ...HIGH_LIMITS, apiKeyCallsPerMinute: 2 };
    const config = { ...readConfig({}), limits, trustedProxies: ['127.0.0.1'] };
    const limited = await startTestPortal({ config });
    try {
      const maker = await createStaff(limited);
      const [one, other] = [await createKey(maker, ['customers:read']), await createKey(maker, ['customers:read'])];
      const call = () => callWithKey(limited, one.key, { url: CUSTOMERS });
      expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 200]);
      const refused = await call();
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      expect((await callWithKey(limited, other.key, { url: CUSTOMERS })).statusCode).toBe(200);
      expect((await maker.browser.get(CUSTOMERS)).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });
});
