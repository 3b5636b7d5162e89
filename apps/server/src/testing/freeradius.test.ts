import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attribute, CODES, encodeRequest } from '../network/radius-actions/radius-packet.ts';
import { sendCoa } from '../network/radius-actions/send-coa.ts';
import { builtInProfiles } from '../network/vendor-profiles/built-in-profiles.ts';
import { atSpeed, coaAttributes, previewAttributes } from '../network/vendor-profiles/render-profile.ts';
import { readConfig } from '../platform/config/config.ts';
import { missingFreeRadius, startFreeRadius, type TestFreeRadius } from './servers/start-freeradius.ts';
import { createStaff, type Staff } from './staff-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from './test-portal.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const missing = missingFreeRadius();
if (missing !== null) console.log(missing);

let portal: TestPortal;
let radius: TestFreeRadius;
/** A login that FreeRADIUS has not cached. */
let portalUrl: string;
let staff: Staff;
let newCustomer: { readonly userId: number; readonly login: string };

async function newLine(planName: string) {
  const { user } = (await portal.browser().register()).json();
  const login = `line-${user.id}@fibre`;
  await portal.pool.query(
    `with plan as (select id, price, download_mbps from service_plans where name = $3),
     line as (insert into network_lines (user_id, username, access, download_mbps, changed_at) select $1, $2, 'open', download_mbps, now() from plan)
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) select $1, id, 'active', now(), 1, price from plan`,
    [user.id, login, planName],
  );
  return { userId: user.id as number, login };
}

/** What FreeRADIUS would expand, or end a text at. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is not meant for JavaScript.
const HOSTILE_SECRET = 'a"bc${d}$ENV{PATH}%{e}#f`g,h}';
const USER_NAME = 1;

/** Adds an access server with a profile, by its id or the key of a built-in one. Returns what takes it off the list. */
async function addServer(name: string, address: string, profile: string): Promise<() => Promise<void>> {
  const { rows } = await portal.pool.query('select id from vendor_profiles where $1 in (built_in, id::text)', [
    profile,
  ]);
  const facts = { name, address, profileId: rows[0].id, area: null, coaPort: 3799, secret: HOSTILE_SECRET };
  const added = await staff.browser.post('/api/staff/access-servers', facts);
  expect(added.statusCode).toBe(200);
  return async () => {
    await staff.browser.delete(`/api/staff/access-servers/${added.json().server.id}`);
  };
}

/** How often FreeRADIUS printed the attribute with the value, as text or as a number. */
function countOf(printed: string, { attribute: name, value }: { attribute: string; value: string }): number {
  return printed.split('\n').filter((line) => line.trim().replaceAll('"', '') === `${name} = ${value}`).length;
}

beforeAll(async () => {
  if (missing !== null) return;
  portal = await startTestPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = portal.app.server.address() as AddressInfo;
  portalUrl = `http://127.0.0.1:${port}`;
  radius = await startFreeRadius({ url: portalUrl, token: TEST_NETWORK_TOKEN });
  staff = await createStaff(portal);
  newCustomer = await newLine('Home 50 Mbps');
});
afterAll(async () => {
  if (missing !== null) return;
  await radius.stop();
  await portal.close();
});

/** The Stop of a session of an hour. */
const stopOf = (login: string, session: string): string =>
  [
    'Acct-Status-Type = Stop',
    `User-Name = "${login}"`,
    `Acct-Session-Id = "${session}"`,
    'NAS-IP-Address = 10.0.0.1',
    'Acct-Session-Time = 3600',
    'Acct-Output-Octets = 90000017',
    'Acct-Input-Octets = 7000001',
  ].join('\n');

type Way = 'to the portal' | 'wrong token' | 'wrong address' | 'foreign page';

/** The portal's own answer to a request, except for the fault of this test. */
async function answerOn(way: Way, request: IncomingMessage): Promise<{ status: number; type: string; body: string }> {
  if (way === 'foreign page') return { status: 200, type: 'text/html', body: '<p>Welcome to the hotel</p>' };
  const { url = '/', headers } = request;
  const {
    statusCode,
    body,
    headers: told,
  } = await portal.app.inject({
    method: 'POST',
    url: way === 'wrong address' ? `/portal${url}` : url,
    headers: {
      'content-type': headers['content-type'],
      authorization: way === 'wrong token' ? 'Bearer of another portal' : headers.authorization,
    },
    payload: await buffer(request),
  });
  return { status: statusCode, type: String(told['content-type']), body };
}

/** A proxy before the portal, and its present target. */
async function startFront() {
  let way: Way = 'to the portal';
  const server = createServer((request, response) => {
    answerOn(way, request).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to: Way) => {
      way = to;
    },
    stop: () => server.close(),
  };
}

describe.skipIf(missing !== null)('with a real FreeRADIUS and the kit', () => {
  it('a line connects at the speed of its plan, is refused with the reason, and connects from the cache while the portal is down', async () => {
    const { login, userId } = await newLine('Home 20 Mbps');
    const ask = (username: string, password = 'router', of = radius) =>
      of.authorize(`User-Name = "${username}"\nUser-Password = "${password}"\nNAS-IP-Address = 10.0.0.1`);
    const speed =
      /Received Access-Accept[\s\S]*Mikrotik-Rate-Limit = "20M\/20M"[\s\S]*WISPr-Bandwidth-Max-Down = 20000000/;
    const accepted = await ask(login);
    expect(accepted.printed).toMatch(speed);
    expect(accepted.printed).toContain('Acct-Interim-Interval = 300');
    expect((await ask(login, 'wrong')).printed).toContain('Access-Reject');
    expect((await ask('nobody@fibre')).printed).toMatch(/Access-Reject[\s\S]*"This login is not known\."/);

    const other = await startTestPortal({ database: portal.database });
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}`;
    const alone = await startFreeRadius({ url, token: TEST_NETWORK_TOKEN });
    expect((await ask(login, 'router', alone)).printed).toMatch(speed);
    await other.close();
    expect((await ask(login, 'router', alone)).printed).toMatch(speed);
    expect((await ask(login, 'wrong', alone)).printed).toContain('Access-Reject');
    expect((await ask(newCustomer.login, 'router', alone)).printed).toContain('Access-Reject');
    await alone.stop();

    const front = await startFront();
    const own = await startFreeRadius({ url: front.url, token: TEST_NETWORK_TOKEN });
    expect((await ask(login, 'router', own)).printed).toMatch(speed);
    await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
    // The first refusal forgets what was accepted, and the second finds nothing to forget.
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await ask(login, 'router', own)).printed).toMatch(
        /Access-Reject[\s\S]*Reply-Message = "This line is paused/,
      );
    front.lead('foreign page');
    expect((await ask(login, 'router', own)).printed).toContain('Access-Reject');
    await own.stop();
    front.stop();
  });

  it('a line gets its fixed address and prefix, also from the cache, and any other the pool of its plan', async () => {
    const { login, userId } = await newLine('Home 50 Mbps');
    const other = await newLine('Home 50 Mbps');
    await portal.pool.query(
      `with product as (insert into charge_products (name, price) values ('A fixed address', 5000) returning id),
       addon as (insert into subscription_addons (subscription_id, product_id, name, monthly_fee, charged_through, started_by, started_at)
         select s.id, p.id, 'A fixed address', 5000, 0, $1, now() from user_subscriptions s, product p where s.user_id = $1 returning id),
       pool as (insert into address_pools (name, kind, purpose, network, prefix_length, framed_pool, plan_id, created_at)
         select n.name, n.kind, n.purpose, n.network::cidr, n.length, n.framed,
           case when n.framed is not null then (select plan_id from user_subscriptions where user_id = $1) end, now()
         from (values ('v4', 'ipv4', 'fixed', '102.89.4.0/29', null, null), ('v6', 'ipv6-prefix', 'fixed', '2001:db8::/40', 56, null),
           ('dynamic', 'ipv4', 'dynamic', '100.64.0.0/16', null, 'pool-home')) n (name, kind, purpose, network, length, framed)
         returning id, kind, purpose)
       insert into fixed_addresses (pool_id, line_id, addon_id, kind, address, given_by, starts_at)
       select pool.id, $1, addon.id, pool.kind, (case pool.kind when 'ipv4' then '102.89.4.1' else '2001:db8:0:100::/56' end)::inet, $1, now()
       from pool, addon where pool.purpose = 'fixed'`,
      [userId],
    );
    const front = await startFront();
    const own = await startFreeRadius({ url: front.url, token: TEST_NETWORK_TOKEN });
    const ask = async (username: string) =>
      (await own.authorize(`User-Name = "${username}"\nUser-Password = "router"\nNAS-IP-Address = 10.0.0.1`)).printed;
    for (const way of ['to the portal', 'foreign page'] as const) {
      front.lead(way);
      const accepted = await ask(login);
      expect(accepted, way).toContain('Framed-IP-Address = 102.89.4.1');
      expect(accepted, way).toContain('Delegated-IPv6-Prefix = 2001:db8:0:100::/56');
      expect(accepted, way).not.toContain('Framed-Pool');
      const dynamic = await ask(other.login);
      expect(dynamic, way).toContain('Framed-Pool = "pool-home"');
      expect(dynamic, way).not.toContain('Framed-IP-Address');
    }
    await own.stop();
    front.stop();
  });

  it('a line that is locked to its router refuses another one, and is remembered for its own while the portal is down', async () => {
    const { login, userId } = await newLine('Home Lite 10 Mbps');
    await portal.pool.query(
      `with locking as (update service_plans set mac_lock = true where name = 'Home Lite 10 Mbps')
       update network_lines set locked_mac = 'aabbcc000001' where user_id = $1`,
      [userId],
    );
    const front = await startFront();
    const own = await startFreeRadius({ url: front.url, token: TEST_NETWORK_TOKEN });
    const ask = async (mac: string) =>
      (
        await own.authorize(
          `User-Name = "${login}"\nUser-Password = "router"\nNAS-IP-Address = 10.0.0.1\nCalling-Station-Id = "${mac}"`,
        )
      ).printed;
    expect(await ask('AA-BB-CC-00-00-01')).toContain('Received Access-Accept');
    expect(await ask('AA-BB-CC-00-00-02')).toMatch(/Access-Reject[\s\S]*"This line works with another router\./);
    front.lead('foreign page');
    expect(await ask('AA-BB-CC-00-00-01')).toContain('Received Access-Accept');
    await own.stop();
    front.stop();
  });

  it('only answers of the portal count: with a wrong token, a wrong address or a foreign page a line connects as before, and no packet is lost', async () => {
    const { login, userId } = await newLine('Home 20 Mbps');
    const front = await startFront();
    const own = await startFreeRadius({ url: front.url, token: TEST_NETWORK_TOKEN });
    const ask = async (username: string) =>
      (await own.authorize(`User-Name = "${username}"\nUser-Password = "router"\nNAS-IP-Address = 10.0.0.1`)).printed;
    const speed = /Received Access-Accept[\s\S]*Mikrotik-Rate-Limit = "20M\/20M"/;
    expect(await ask(login)).toMatch(speed);
    for (const way of ['wrong token', 'wrong address', 'foreign page'] as const) {
      front.lead(way);
      expect(await ask(login), way).toMatch(speed);
      expect(await ask(newCustomer.login), way).toContain('Access-Reject');
      await own.account([stopOf(login, way)]);
    }
    front.lead('to the portal');
    const heard = 'select count(*)::int as sessions from usage_sessions where user_id = $1';
    await vi.waitFor(async () => expect((await portal.pool.query(heard, [userId])).rows).toEqual([{ sessions: 3 }]), {
      timeout: 60_000,
      interval: 500,
    });
    await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
    expect(await ask(login)).toMatch(/Access-Reject[\s\S]*Reply-Message = "This line is paused/);
    front.lead('wrong token');
    expect(await ask(login)).toContain('Access-Reject');
    await own.stop();
    front.stop();
  });

  it('reads its clients from the portal, with names and secrets that its configuration would expand', async () => {
    const retire = await addServer('lab" } client evil { ipaddr = 0.0.0.0/0', '127.0.0.1', 'mikrotik');
    const own = await startFreeRadius({ url: portalUrl, token: TEST_NETWORK_TOKEN, hasPortalClients: true });
    const request = [
      `User-Name = "${newCustomer.login}"`,
      'User-Password = "router"',
      'NAS-IP-Address = 127.0.0.1',
      'Message-Authenticator = 0x00',
    ].join('\n');
    expect((await own.authorize(request, HOSTILE_SECRET)).printed).toMatch(/Received Access-Accept[\s\S]*"50M\/50M"/);
    expect((await own.authorize(request, 'another secret')).printed).not.toContain('Received Access-Accept');
    await own.stop();
    await retire();
  });

  it.each(builtInProfiles)(
    'understands what the profile $key says when a line connects, and in its session',
    async ({ key, templates }) => {
      const { login } = await newLine('Home 50 Mbps');
      const retire = await addServer(key, '10.7.7.7', key);
      const line = atSpeed({ downMbps: 50, upMbps: 50 });
      const { printed } = await radius.authorize(
        `User-Name = "${login}"\nUser-Password = "router"\nNAS-IP-Address = 10.7.7.7`,
      );
      const accepted = printed.slice(printed.indexOf('Access-Accept'));
      for (const said of previewAttributes(templates, line).accept)
        expect(countOf(accepted, said), said.attribute).toBe(1);
      await retire();

      const changed = {
        ...line,
        limit: 'stop',
        policy: 'over-limit',
        burst: { downMbps: 100, upMbps: 80 },
        sessionTimeoutS: 3600,
      } as const;
      const server = radius.accessServer;
      const attributes = [attribute(USER_NAME, login), ...coaAttributes(templates, changed)];
      const request = encodeRequest({ code: CODES['change-speed'], id: 7, attributes, secret: server.secret });
      expect(await sendCoa({ ...server, request })).toEqual({ isAck: true, cause: null });
      const asked =
        radius
          .readRequests()
          .split('\n\n')
          .find((one) => one.includes(login)) ?? '';
      for (const said of previewAttributes(templates, changed).change) expect(countOf(asked, said), asked).toBe(1);
    },
  );

  it('understands addresses, prefixes and pools, and all values of an attribute that repeats', async () => {
    const values = { address: '192.0.2.7', prefix: '2001:db8:10::/56', pool: 'home' };
    const { login } = await newLine('Home 50 Mbps');
    const templates = {
      speed: [
        { attribute: 'Framed-IP-Address', value: values.address },
        { attribute: 'Delegated-IPv6-Prefix', value: values.prefix },
        { attribute: 'Framed-Pool', value: values.pool },
        { attribute: 'Cisco-AVPair', value: 'ip:sub-qos-policy-in=up-{upMbps}M' },
        { attribute: 'Cisco-AVPair', value: 'ip:sub-qos-policy-out=down-{downMbps}M' },
        { attribute: 'ERX-Service-Activate', value: 'service-{downMbps}' },
        { attribute: 'Huawei-Delegated-IPv6-Prefix-Pool', value: 'six' },
      ],
    };
    const profile = { burst: [], pool: [], 'limit-policy': [], 'static-address': [], 'ipv6-prefix': [] };
    const created = await staff.browser.post('/api/staff/vendor-profiles', {
      name: 'Everything',
      ...templates,
      ...profile,
      'session-timeout': [],
    });
    expect(created.statusCode).toBe(200);
    const retire = await addServer('everything', '10.7.7.8', created.json().profile.id);
    const { printed } = await radius.authorize(
      `User-Name = "${login}"\nUser-Password = "router"\nNAS-IP-Address = 10.7.7.8`,
    );
    const accepted = printed.slice(printed.indexOf('Access-Accept'));
    for (const part of [
      'Framed-IP-Address = 192.0.2.7',
      'Delegated-IPv6-Prefix = 2001:db8:10::/56',
      'Framed-Pool = "home"',
      'Cisco-AVPair = "ip:sub-qos-policy-in=up-50M"',
      'Cisco-AVPair = "ip:sub-qos-policy-out=down-50M"',
      'ERX-Service-Activate:0 = "service-50"',
      'Huawei-Delegated-IPv6-Prefix-Pool = "six"',
    ])
      expect(accepted.split(part), part).toHaveLength(2);
    await retire();
  });

  it('an access server accepts our signed Disconnect and CoA', async () => {
    const server = radius.accessServer;
    // What was on the list once is not taken over.
    await portal.pool.query('delete from access_servers');
    const config = { ...readConfig({ NAS_SECRETS: `${server.address}:${server.port}=${server.secret}` }) };
    const office = await startTestPortal({ database: portal.database, config });
    await portal.pool.query(
      `insert into radius_actions (user_id, username, kind, reason, nas, session_id, framed_address, download_mbps, next_attempt_at)
       select $1, $2, kind, 'suspended', $3, '81a00', '100.64.0.1', 50, now() from unnest(array['disconnect', 'change-speed']) kind`,
      [newCustomer.userId, newCustomer.login, server.address],
    );
    office.startJobs();
    await vi.waitFor(
      async () => {
        const { rows } = await portal.pool.query('select state, answer from radius_actions order by id');
        expect(rows).toEqual([1, 2].map(() => ({ state: 'done', answer: 'The access server has done it.' })));
      },
      { timeout: 20_000 },
    );
    await office.close();
  });
});
