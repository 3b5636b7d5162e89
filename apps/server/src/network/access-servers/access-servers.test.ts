import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { encryptedColumns } from '../../app.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { HIGH_LIMITS, startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from '../../testing/test-portal.ts';
import { accountingBody } from '../accounting/packet.factory.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PATH = '/api/staff/access-servers';
const SECRET = 'rather-long-secret-1';
const NEXT_SECRET = 'rather-long-secret-2';
// biome-ignore lint/suspicious/noTemplateCurlyInString: what FreeRADIUS would expand.
const HOSTILE = 'quote"and${ENV}#x}';
const MISSING = '00000000-0000-4000-8000-000000000000';

let now = new Date('2026-11-21T11:00:30Z');
let portal: TestPortal;
let staff: Staff;
let profileId: string;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now, config: { ...readConfig({}), limits: HIGH_LIMITS } });
  staff = await createStaff(portal);
  profileId = (await portal.pool.query("select id from vendor_profiles where built_in = 'huawei'")).rows[0].id;
});
afterAll(() => portal.close());

let nas: Socket;
/** With what the access server answers: a code and perhaps a cause; null for no answer. */
let answer: { readonly code: number; readonly cause?: number } | null;
let nasSecret: string;
beforeEach(async () => {
  now = new Date('2026-11-21T11:00:30Z');
  await portal.pool.query('delete from access_servers');
  await portal.pool.query('delete from usage_sessions');
  answer = { code: 42, cause: 503 };
  nasSecret = SECRET;
  nas = createSocket('udp4').bind(0, '127.0.0.1');
  await once(nas, 'listening');
  nas.on('message', (packet, from) => {
    const blank = Buffer.from(packet).fill(0, 4, 20);
    const isOurs = createHash('md5').update(blank).update(nasSecret).digest().equals(packet.subarray(4, 20));
    if (!answer || !isOurs) return;
    const cause = Buffer.alloc(answer.cause === undefined ? 0 : 6);
    if (answer.cause !== undefined) {
      cause.set([101, 6]);
      cause.writeUInt32BE(answer.cause, 2);
    }
    const head = Buffer.from([answer.code, packet[1] ?? 0, 0, 20 + cause.length]);
    const reply = Buffer.concat([head, packet.subarray(4, 20), cause]);
    createHash('md5').update(reply).update(nasSecret).digest().copy(reply, 4);
    nas.send(reply, from.port, from.address);
  });
});
afterEach(() => nas.close());

const form = (fields: object = {}) => ({
  name: 'bng-abuja-1',
  address: '127.0.0.1',
  profileId,
  area: null,
  coaPort: nas.address().port,
  ...fields,
});
const add = (fields: object = {}) => staff.browser.post(PATH, { ...form(), secret: SECRET, ...fields });
const list = async () => (await staff.browser.get(PATH)).json();

function radius(method: 'GET' | 'POST', url: string, body?: object) {
  return portal.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}`, 'content-type': 'application/json' },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
}
const clients = async () => (await radius('GET', '/api/network/clients')).body;

describe('an access server', () => {
  it('is added, and no answer, record or row ever has its secret in clear', async () => {
    const added = await add({ area: 'Garki, Abuja' });
    expect(added.json().server).toMatchObject({
      name: 'bng-abuja-1',
      area: 'Garki, Abuja',
      profile: { name: 'Huawei' },
      isTurning: false,
      sessions: 0,
      lastPacketAt: null,
    });
    const { rows } = await portal.pool.query('select * from access_servers');
    const everything = [
      added.body,
      (await staff.browser.get(PATH)).body,
      (await staff.browser.get('/api/staff/audit')).body,
      JSON.stringify(rows),
    ].join();
    expect(everything).not.toContain(SECRET);
    expect(rows[0].encrypted_secret).toMatch(/=[\w-]{8}$/);
  });

  it('is encrypted anew when a key is turned, and its former secret with it', () => {
    expect(encryptedColumns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['secrets of access servers', 'previous secrets of access servers']),
    );
  });

  it.each([
    [{ secret: 'abc' }, 'secret', 'Use 16 to 64 letters'],
    [{ secret: 'sixteen letters or more' }, 'secret', 'without spaces'],
    [{ secret: 'sixteen-lettersö' }, 'secret', 'plain keyboard'],
    [{ secret: "sixteen-letters'" }, 'secret', "without spaces, '"],
    [{ secret: 'sixteen-letters\\' }, 'secret', "without spaces, '"],
    [{ address: 'bng.example' }, 'address', 'IPv4 or IPv6'],
    [{ address: '10.0.0.256' }, 'address', 'IPv4 or IPv6'],
    [{ address: ':::' }, 'address', 'IPv4 or IPv6'],
    [{ coaPort: 0 }, 'coaPort', 'from 1 to 65535'],
    [{ name: ' ' }, 'name', 'Name the access server'],
  ])('is refused with %j, beside its field', async (fields, field, why) => {
    const refused = await add(fields);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors[field]).toContain(why);
    expect((await list()).servers).toEqual([]);
  });

  it('is refused with another’s name or address, however it is written, and with a profile that is not there', async () => {
    await add({ address: '2001:db8::1' });
    const sameAddress = await add({ name: 'other', address: '2001:DB8:0::0001' });
    expect([sameAddress.statusCode, sameAddress.json().errors.address]).toEqual([
      409,
      'The access server “bng-abuja-1” has this address.',
    ]);
    expect((await add({ name: 'BNG-Abuja-1', address: '10.0.0.9' })).json().errors.name).toContain('this name');
    expect((await add({ name: 'other', address: '10.0.0.9', profileId: MISSING })).statusCode).toBe(404);
    const both = await Promise.all(['a', 'b'].map((name) => add({ name, address: '10.0.0.10' })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('is changed, turned and retired by staff, and every write is in the audit log', async () => {
    const { id } = (await add()).json().server;
    const changed = await staff.browser.put(`${PATH}/${id}`, form({ name: 'bng-abuja-2' }));
    expect(changed.json().server.name).toBe('bng-abuja-2');
    const turned = await staff.browser.post(`${PATH}/${id}/secret`, { secret: NEXT_SECRET });
    expect(turned.json().server.isTurning).toBe(true);
    expect((await staff.browser.post(`${PATH}/${id}/secret`, { secret: SECRET })).json().code).toBe(
      'access-server.turning',
    );
    expect((await staff.browser.post(`${PATH}/${id}/secret/turned`, {})).json().server.isTurning).toBe(false);
    expect((await staff.browser.post(`${PATH}/${id}/secret/turned`, {})).statusCode).toBe(409);
    expect((await staff.browser.delete(`${PATH}/${id}`)).statusCode).toBe(200);
    expect((await staff.browser.delete(`${PATH}/${id}`)).json().code).toBe('access-server.not-found');
    expect((await list()).servers).toEqual([]);
    const { rows } = await portal.pool.query('select action from audit_records where subject = $1 order by id', [
      `access-server:${id}`,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(
      ['create', 'change', 'turn-secret', 'end-turn', 'retire'].map((action) => `access-server.${action}`),
    );
    expect((await portal.pool.query('select encrypted_secret from access_servers')).rows).toEqual([
      { encrypted_secret: '' },
    ]);
    expect((await add()).statusCode).toBe(200);
  });

  it('is looked after by network staff, read by technicians, and not seen by support', async () => {
    const status = async (role: 'network' | 'technician' | 'support') => {
      const { browser } = await createStaff(portal, { firstName: 'Ada', lastName: 'Obi' }, role);
      const written = await browser.post(PATH, { ...form({ name: role, address: '10.1.0.1' }), secret: SECRET });
      return [(await browser.get(PATH)).statusCode, written.statusCode];
    };
    expect(await status('network')).toEqual([200, 200]);
    expect(await status('technician')).toEqual([200, 403]);
    expect(await status('support')).toEqual([403, 403]);
  });
});

describe('the test of an access server', () => {
  const test = async (id: string) => (await staff.browser.post(`${PATH}/${id}/test`, {})).json();

  it.each([
    [{ code: 42, cause: 503 }, 'right', 'All is right'],
    [{ code: 42, cause: 501 }, 'refused', 'allow them from the portal’s address'],
    [{ code: 42, cause: 403 }, 'refused', 'correct the address'],
    [{ code: 42, cause: 999 }, 'refused', 'look this cause up'],
  ])('that answers %j says so: %s', async (given, verdict, sentence) => {
    answer = given;
    const { id } = (await add()).json().server;
    const found = await test(id);
    expect(found.verdict).toBe(verdict);
    expect(found.message).toContain(sentence);
  });

  it('that has the secret of before a turn says so, and a silent one names firewall, port and secret', async () => {
    const { id } = (await add()).json().server;
    await staff.browser.post(`${PATH}/${id}/secret`, { secret: NEXT_SECRET });
    const found = await test(id);
    expect([found.verdict, found.message]).toEqual([
      'former-secret',
      'It still has the secret before the turn. Enter the new one on it, then test again.',
    ]);
    await staff.browser.post(`${PATH}/${id}/secret/turned`, {});
    const silent = await test(id);
    expect(silent.verdict).toBe('silent');
    for (const cause of ['firewall', `UDP ${nas.address().port}`, 'another secret'])
      expect(silent.message).toContain(cause);
  });

  it('is not possible for the entry of all others', async () => {
    const { id } = (await add({ address: '*' })).json().server;
    expect((await test(id)).code).toBe('access-server.no-address');
  });
});

describe('how an access server is doing', () => {
  const packet = (address: string, fields: object = {}) =>
    radius('POST', '/api/network/accounting', accountingBody({ status: 'Start', nas: address, at: now, ...fields }));

  it('is seen by its sessions, last packet, packets and clock, and an address that nobody added is named', async () => {
    await add({ name: 'one', address: '10.0.0.1' });
    await add({ name: 'two', address: '10.0.0.2' });
    await list();
    const ahead = new Date(now.getTime() + 42_000);
    for (const n of [1, 2, 3]) await packet('10.0.0.1', { sessionId: `s${n}`, at: ahead });
    await packet('10.9.9.9', { sessionId: 'stranger' });
    portal.startJobs();
    await vi.waitFor(async () => expect((await list()).servers[0].lastPacketAt).toBe(now.toISOString()), {
      timeout: 20_000,
      interval: 200,
    });
    const { servers, unknown } = await list();
    expect(servers).toMatchObject([
      { name: 'one', sessions: 3, packetsPerSecond: 0.01, clockOffsetMs: 42_000 },
      { name: 'two', sessions: 0, packetsPerSecond: 0, lastPacketAt: null, clockOffsetMs: null },
    ]);
    expect(unknown).toEqual([{ address: '10.9.9.9', sessions: 1 }]);
  });
});

describe('the list for FreeRADIUS', () => {
  it('has each access server with its present secret, so that nothing breaks out, and notes who read it', async () => {
    await add({ name: 'a" } client evil { ipaddr = 0.0.0.0/0', address: '10.0.0.1', secret: HOSTILE });
    const { id } = (await add({ name: 'six', address: '2001:db8::1' })).json().server;
    await add({ name: 'all', address: '*' });
    await staff.browser.post(`${PATH}/${id}/secret`, { secret: NEXT_SECRET });
    const text = await clients();
    expect(text).toContain(`client portal-10-0-0-1 {\n\tipaddr = 10.0.0.1\n\tsecret = '${HOSTILE}'`);
    expect(text).toContain(`\tipv6addr = 2001:db8::1\n\tsecret = '${NEXT_SECRET}'`);
    expect(text).toContain("shortname = 'a-client-evil-ipaddr-0.0.0.0-0'");
    expect(text.match(/^client /gm)).toHaveLength(2);
    const { fetches, changedAt } = await list();
    expect(fetches).toEqual([{ address: '127.0.0.1', at: now.toISOString() }]);
    expect(changedAt).toBe(now.toISOString());
  });

  it('is for the RADIUS servers’ token only', async () => {
    expect((await portal.app.inject({ method: 'GET', url: '/api/network/clients' })).statusCode).toBe(401);
    expect((await staff.browser.get('/api/network/clients')).statusCode).toBe(401);
  });

  it('has a change at once', async () => {
    const { id } = (await add({ address: '10.0.0.1' })).json().server;
    expect(await clients()).toContain('10.0.0.1');
    await staff.browser.put(`${PATH}/${id}`, form({ address: '10.0.0.7' }));
    expect(await clients()).toContain('10.0.0.7');
    await staff.browser.delete(`${PATH}/${id}`);
    expect(await clients()).not.toContain('client ');
  });
});

describe('NAS_SECRETS', () => {
  const start = (setting: string, former = '') =>
    startTestPortal({
      database: portal.database,
      clock: () => now,
      config: readConfig({ NAS_SECRETS: setting, NAS_SECRETS_PREVIOUS: former }),
    });

  it('is taken over once: what staff change, move or retire afterwards stays so at the next start', async () => {
    const first = await start("10.0.0.1:1700=one,10.0.0.2=tw'o,*=rest", '10.0.0.2=former');
    const read = async (from: TestPortal) =>
      (
        await from.app.inject({
          method: 'GET',
          url: '/api/network/clients',
          headers: { authorization: `Bearer ${TEST_NETWORK_TOKEN}` },
        })
      ).body;
    const clientsOfFirst = await read(first);
    expect(clientsOfFirst).toContain('client portal-10-0-0-1');
    expect(clientsOfFirst).toContain('# 10.0.0.2 is left out');
    const { servers } = await list();
    expect(servers).toMatchObject([
      { name: '10.0.0.1', coaPort: 1700, isTurning: false, profile: { name: 'MikroTik and WISPr' } },
      { name: '10.0.0.2', coaPort: 3799, isTurning: true },
      { name: 'All others', address: '*' },
    ]);
    await staff.browser.delete(`${PATH}/${servers[0].id}`);
    await staff.browser.put(`${PATH}/${servers[1].id}`, form({ name: 'moved', address: '10.0.0.22' }));
    await first.close();
    const [second, third] = await Promise.all([
      start('10.0.0.1=one,10.0.0.2=two,*=rest,10.0.0.3=new'),
      start('10.0.0.3=new'),
    ]);
    await Promise.all([read(second), read(third)]);
    expect((await list()).servers.map(({ address }: { address: string }) => address)).toEqual([
      '10.0.0.3',
      '*',
      '10.0.0.22',
    ]);
    await second.close();
    await third.close();
  });
});
