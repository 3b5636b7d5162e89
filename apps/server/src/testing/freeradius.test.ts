import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { lagosDate } from '@portal/kernel/calendar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { missingFreeRadius, startFreeRadius, type TestFreeRadius } from './start-freeradius.ts';
import type { TestBrowser } from './test-browser.ts';
import { startTestPortal, TEST_NETWORK_TOKEN, type TestPortal } from './test-portal.ts';
import { openSocket, type Told } from './test-socket.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const missing = missingFreeRadius();
if (missing !== null) console.log(missing);

const GB = 1024 ** 3;
const WRAP = 2 ** 32;
const STEP_MS = 15 * 60_000;

let portal: TestPortal;
/** The same portal after its outage. */
let back: TestPortal | null = null;
let radius: TestFreeRadius;
let port: number;
const lines: { browser: TestBrowser; userId: number; login: string }[] = [];

async function newLine(planName: string) {
  const browser = portal.browser();
  const { user } = (await browser.register()).json();
  const login = `line-${user.id}@fibre`;
  await portal.pool.query(
    `with plan as (select id, price, download_mbps from service_plans where name = $3),
     line as (insert into network_lines (user_id, username, access, download_mbps, changed_at) select $1, $2, 'open', download_mbps, now() from plan)
     insert into user_subscriptions (user_id, plan_id, status, next_renewal, anchor_day, monthly_fee) select $1, id, 'active', now(), 1, price from plan`,
    [user.id, login, planName],
  );
  return { browser, userId: user.id as number, login };
}

beforeAll(async () => {
  if (missing !== null) return;
  portal = await startTestPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = portal.app.server.address() as AddressInfo);
  radius = await startFreeRadius({ url: `http://127.0.0.1:${port}`, token: TEST_NETWORK_TOKEN });
  for (const plan of ['Home Max 150 Mbps', 'Home 50 Mbps', 'Home 20 Mbps']) lines.push(await newLine(plan));
});
afterAll(async () => {
  if (missing !== null) return;
  await radius.stop();
  await back?.close();
  await portal.close();
});

type Said = {
  readonly line: number;
  readonly at: Date;
  readonly download: number;
  readonly upload: number;
  readonly text: string;
};

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const radiusDate = (at: Date): string =>
  `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2, '0')} ${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} UTC`;

/** What the access server of one line says in the 26 hours before `now`, a word each quarter of an hour. */
function dayOf(line: number, login: string, now: Date): Said[] {
  const begin = now.getTime() - 26 * 3_600_000;
  let [download, upload] = [0, 0];
  return Array.from({ length: 26 * 4 }, (_, step) => {
    const at = new Date(begin + step * STEP_MS);
    if (step > 0) {
      download += (line + 1) * 90_000_017 + step * 1_000_003;
      upload += 7_000_001 * (line + 1);
    }
    const status = step === 0 ? 'Start' : step === 26 * 4 - 1 ? 'Stop' : 'Interim-Update';
    const text = [
      `Acct-Status-Type = ${status}`,
      `User-Name = "${login}"`,
      `Acct-Session-Id = "81a0${line}"`,
      `NAS-IP-Address = 10.0.0.${line + 1}`,
      `Framed-IP-Address = 100.64.0.${line + 1}`,
      `Event-Timestamp = "${radiusDate(at)}"`,
      `Acct-Delay-Time = ${Math.round((now.getTime() - at.getTime()) / 1000)}`,
      `Acct-Session-Time = ${(step * STEP_MS) / 1000}`,
      `Acct-Output-Octets = ${download % WRAP}`,
      `Acct-Output-Gigawords = ${Math.floor(download / WRAP)}`,
      `Acct-Input-Octets = ${upload % WRAP}`,
      `Acct-Input-Gigawords = ${Math.floor(upload / WRAP)}`,
    ].join('\n');
    return { line, at, download, upload, text };
  });
}

/** What the days of a line have had, from the words that got through. */
function truth(said: readonly Said[], line: number): Record<string, number> {
  const days: Record<string, number> = {};
  let last = 0;
  for (const { at, download, upload } of said.filter((one) => one.line === line)) {
    const day = lagosDate(at);
    days[day] = (days[day] ?? 0) + download + upload - last;
    last = download + upload;
  }
  return days;
}

async function counted(userId: number): Promise<Record<string, number>> {
  const { rows } = await portal.pool.query<{ day: string; bytes: string }>(
    'select day::text, download_bytes + upload_bytes as bytes from usage_days where user_id = $1 order by day',
    [userId],
  );
  return Object.fromEntries(rows.map(({ day, bytes }) => [day, Number(bytes)]));
}

type Way = 'to the portal' | 'wrong token' | 'wrong address' | 'foreign page';

/** The portal's own answer to what was asked, but for what is wrong on this way. */
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

/** What stands before the portal, and where it leads at the moment. */
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
  it('a line comes on at the speed of its plan, is refused with the reason, and comes on from memory while the portal is away', async () => {
    const { login, userId } = await newLine('Home 20 Mbps');
    const ask = (username: string, password = 'router', of = radius) =>
      of.authorize(`User-Name = "${username}"\nUser-Password = "${password}"\nNAS-IP-Address = 10.0.0.1`);
    const speed = /Access-Accept[\s\S]*Mikrotik-Rate-Limit = "20M\/20M"[\s\S]*WISPr-Bandwidth-Max-Down = 20000000/;
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
    expect((await ask(lines[0]?.login ?? '', 'router', alone)).printed).toContain('Access-Reject');
    await alone.stop();

    await portal.pool.query("update user_subscriptions set status = 'suspended' where user_id = $1", [userId]);
    expect((await ask(login)).printed).toMatch(/Access-Reject[\s\S]*Reply-Message = "This line is paused or its bill/);
  });

  it('only the portal’s own word counts: with a wrong token, a wrong address or a foreign page a line comes on as before, and no packet is lost', async () => {
    const { login, userId } = await newLine('Home 20 Mbps');
    const front = await startFront();
    const own = await startFreeRadius({ url: front.url, token: TEST_NETWORK_TOKEN });
    const ask = async (username: string) =>
      (await own.authorize(`User-Name = "${username}"\nUser-Password = "router"\nNAS-IP-Address = 10.0.0.1`)).printed;
    const speed = /Access-Accept[\s\S]*Mikrotik-Rate-Limit = "20M\/20M"/;
    expect(await ask(login)).toMatch(speed);
    for (const way of ['wrong token', 'wrong address', 'foreign page'] as const) {
      front.lead(way);
      expect(await ask(login), way).toMatch(speed);
      expect(await ask(lines[0]?.login ?? ''), way).toContain('Access-Reject');
      await own.account([dayOf(0, login, new Date()).at(-1)?.text.replace('81a00', way) ?? '']);
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

  it('a day of packets with losses, repeats and an outage of the portal in the middle is counted exactly, by day, and seen on the open page', async () => {
    const socket = await openSocket(portal.app, '/ws/live', lines[0]?.browser ?? portal.browser());
    const now = new Date();
    const day = lines
      .flatMap(({ login }, line) => dayOf(line, login, now))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const heard = day.filter((_, index) => index % 17 !== 5);
    const third = Math.floor(heard.length / 3);
    const send = async (said: readonly Said[]): Promise<void> => {
      const packets = said.flatMap(({ text }, index) => (index % 7 === 0 ? [text, text, text] : [text]));
      const { code, printed } = await radius.account(packets);
      expect(code, printed.slice(-500)).toBe(0);
    };

    await send(heard.slice(0, third));
    await socket.until((event: Told) => event.what === 'usage');
    await portal.app.close();
    await send(heard.slice(third, 2 * third));
    back = await startTestPortal({ database: portal.database });
    await back.app.listen({ host: '127.0.0.1', port });
    const again = lines.map(({ browser }) => {
      const page = (back ?? portal).browser();
      for (const [name, value] of browser.cookies) page.cookies.set(name, value);
      return page;
    });
    const page = await openSocket(back.app, '/ws/live', again[0] ?? back.browser());
    await send(heard.slice(2 * third));

    for (const [index, { userId }] of lines.entries()) {
      await vi.waitFor(async () => expect(await counted(userId)).toEqual(truth(heard, index)), {
        timeout: 90_000,
        interval: 500,
      });
    }
    await page.until((event: Told) => event.what === 'usage');
    const whole = Object.values(truth(heard, 0)).reduce((sum, bytes) => sum + bytes, 0);
    const months = (await again[0]?.get('/api/user/usage/months'))?.json() ?? [];
    const shown = months.reduce((sum: number, { dataUsed }: { dataUsed: number }) => sum + dataUsed, 0);
    expect(shown).toBeCloseTo(whole / GB, 1);
    const { rows } = await portal.pool.query('select count(*)::int as open from usage_sessions where ended_at is null');
    const stops = heard.filter(({ text }) => text.includes('= Stop')).length;
    expect(rows).toEqual([{ open: lines.length - stops }]);
    page.raw.terminate();
  });

  it('an access server takes our Disconnect and CoA for signed', async () => {
    const [line] = lines;
    const server = radius.accessServer;
    const config = { ...readConfig({ NAS_SECRETS: `${server.address}:${server.port}=${server.secret}` }) };
    const office = await startTestPortal({ database: portal.database, config });
    await portal.pool.query(
      `insert into network_actions (user_id, username, kind, reason, nas, session_id, framed_address, download_mbps, next_attempt_at)
       select $1, $2, kind, 'suspended', $3, '81a00', '100.64.0.1', 50, now() from unnest(array['disconnect', 'change-speed']) kind`,
      [line?.userId, line?.login, server.address],
    );
    office.startJobs();
    await vi.waitFor(
      async () => {
        const { rows } = await portal.pool.query('select state, answer from network_actions order by id');
        expect(rows).toEqual([1, 2].map(() => ({ state: 'done', answer: 'The access server has done it.' })));
      },
      { timeout: 20_000 },
    );
    await office.close();
  });
});
