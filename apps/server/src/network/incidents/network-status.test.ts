import type { NetworkStatus } from '@portal/contract/network/incidents';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createNetworkStatus } from './create-network-status.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const START = Date.parse('2026-07-03T12:00:00Z');
const HOUR = 3_600_000;

let now = new Date(START);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ clock: () => now });
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.pool.query('delete from network_incidents');
  // The answer of the test before has expired.
  now = new Date(now.getTime() + 10_000);
});

type Notice = { kind?: string; severity?: string; status?: string; title?: string; startsAt?: number; endsAt?: number };

/** Hours from now. */
async function note(notice: Notice): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  await portal.pool.query(
    `insert into network_incidents (kind, severity, status, area, title, details, starts_at, ends_at)
     values ($1, $2, $3, 'Garki', $4, 'We are at it.', $5, $6)`,
    [
      notice.kind ?? 'incident',
      notice.severity ?? 'minor',
      notice.status ?? 'open',
      notice.title ?? 'A cut cable',
      at(notice.startsAt ?? -1),
      notice.endsAt === undefined ? null : at(notice.endsAt),
    ],
  );
}

const ask = () => portal.browser().get('/api/network/status');
const status = async (): Promise<NetworkStatus> => (await ask()).json();

describe('the status of the network', () => {
  it('reads exactly Online, Excellent, None with nothing open and nothing planned', async () => {
    await note({ status: 'resolved', severity: 'major' });
    await note({ kind: 'maintenance', status: 'resolved', startsAt: 5 });
    const response = await ask();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      connection: 'Online',
      quality: 'Excellent',
      maintenance: 'None',
      incidents: [],
      updatedAt: now.toISOString(),
    });
  });

  it('is as bad as the worst open incident', async () => {
    await note({ severity: 'minor' });
    expect(await status()).toMatchObject({ connection: 'Partial outage', quality: 'Degraded', maintenance: 'None' });
    await note({ severity: 'major', title: 'No light in Garki', endsAt: -0.5 });
    now = new Date(now.getTime() + 3000);
    const worse = await status();
    expect(worse).toMatchObject({ connection: 'Major outage', quality: 'Poor' });
    expect(worse.incidents.map(({ title }) => title)).toEqual(['No light in Garki', 'A cut cable']);
  });

  it('says when the next maintenance begins, in the time of Lagos, and is no worse for it', async () => {
    await note({ kind: 'maintenance', status: 'scheduled', severity: 'major', startsAt: 40, title: 'Later' });
    now = new Date(Date.parse('2026-07-04T00:00:00Z'));
    await portal.pool.query(
      `insert into network_incidents (kind, severity, status, area, title, starts_at)
       values ('maintenance', 'minor', 'scheduled', 'Abuja', 'Next', '2026-07-04T07:14:00Z')`,
    );
    const shown = await status();
    expect(shown).toMatchObject({ connection: 'Online', quality: 'Excellent', maintenance: '4 July, 08:14' });
    expect(shown.incidents.map(({ title, startsAt, endsAt }) => [title, startsAt, endsAt])).toEqual([
      ['Next', '2026-07-04T07:14:00.000Z', null],
      ['Later', expect.any(String), null],
    ]);
  });

  it.each<[string, Notice, string, number]>([
    ['opened early', { status: 'open', startsAt: 2 }, 'Under way', 1],
    ['open beyond its end', { status: 'open', startsAt: -5, endsAt: -1 }, 'Under way', 1],
    ['begun as planned', { status: 'scheduled', startsAt: -1, endsAt: 1 }, 'Under way', 1],
    ['begun without a planned end', { status: 'scheduled', startsAt: -1 }, 'Under way', 1],
    ['over as planned', { status: 'scheduled', startsAt: -2, endsAt: -1 }, 'None', 0],
  ])('shows that maintenance is %s', async (_case, notice, maintenance, listed) => {
    await note({ kind: 'maintenance', ...notice });
    const shown = await status();
    expect(shown).toMatchObject({ connection: 'Online', quality: 'Excellent', maintenance });
    expect(shown.incidents).toHaveLength(listed);
  });

  it('lists twenty at most, active ones first', async () => {
    for (let count = 0; count < 24; count++) {
      await note({ kind: 'maintenance', status: 'scheduled', startsAt: 1 + count, title: `Planned ${count}` });
    }
    await note({ title: 'Open' });
    const { incidents } = await status();
    expect(incidents.map(({ title }) => title)).toEqual([
      'Open',
      ...Array.from({ length: 19 }, (_, index) => `Planned ${index}`),
    ]);
  });

  it('is the same for everybody', async () => {
    const signedIn = portal.browser();
    await signedIn.register();
    const [own, anonymous] = [await signedIn.get('/api/network/status'), await ask()];
    expect(own.body).toBe(anonymous.body);
    expect(anonymous.headers['set-cookie']).toBeUndefined();
  });
});

describe('reading the status', () => {
  it('is one query for all who read at the same time, and another after three seconds', async () => {
    let at = now;
    let reads = 0;
    const counted = new Proxy(portal.database, {
      get: (target, name, receiver) => {
        if (name === 'select') reads++;
        return Reflect.get(target, name, receiver);
      },
    });
    const { read } = createNetworkStatus({ database: counted, clock: () => at, onStale: () => {} });
    await Promise.all(Array.from({ length: 50 }, read));
    await read();
    expect(reads).toBe(1);
    await note({ severity: 'major' });
    at = new Date(at.getTime() + 2999);
    expect((await read()).connection).toBe('Online');
    at = new Date(at.getTime() + 1);
    const answers = await Promise.all(Array.from({ length: 50 }, read));
    expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(['Major outage']));
    // The incidents are read again, and so are the updates of the one that there is.
    expect(reads).toBe(3);
  });

  it('returns the last known status, with its time, while the database is unavailable', async () => {
    let at = now;
    const stale: unknown[] = [];
    const closed = await startTestPortal();
    const deps = { database: closed.database, clock: () => at, onStale: (error: unknown) => stale.push(error) };
    const { read } = createNetworkStatus(deps);
    const before = await read();
    await closed.close();
    at = new Date(at.getTime() + 600_000);
    expect(await Promise.all([read(), read(), read()])).toEqual([before, before, before]);
    expect(stale).toHaveLength(1);
    expect(await read()).toBe(before);
    expect(stale).toHaveLength(1);
    at = new Date(at.getTime() + 3000);
    expect(await read()).toBe(before);
    expect(stale).toHaveLength(2);
    await expect(createNetworkStatus(deps).read()).rejects.toThrow();
  });
});
