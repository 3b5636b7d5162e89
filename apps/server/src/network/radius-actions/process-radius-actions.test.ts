import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { builtInTemplates, DEFAULT_PROFILE } from '../vendor-profiles/built-in-profiles.ts';
import { type AccessServer, processRadiusActions } from './process-radius-actions.ts';
import { judgeAttempt } from './radius-action.policy.ts';
import { sendCoa } from './send-coa.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const SECRET = 'the secret of this access server';
const NOW = new Date('2026-11-21T11:00:00Z');

let portal: TestPortal;
let userId: number;
beforeAll(async () => {
  portal = await startTestPortal();
  userId = (await portal.browser().register()).json().user.id;
});
afterAll(() => portal.close());

let nas: Socket;
let received: Buffer[];
/**
 * Code and attributes of the answer, null for none; signed with the secret unless it says
 * otherwise.
 */
let answer: { readonly code: number; readonly cause?: number; readonly secret?: string } | null;
beforeEach(async () => {
  received = [];
  answer = { code: 41 };
  nas = createSocket('udp4').bind(0, '127.0.0.1');
  await once(nas, 'listening');
  nas.on('message', (packet, from) => {
    received.push(packet);
    if (!answer) return;
    const cause = Buffer.alloc(answer.cause === undefined ? 0 : 6);
    if (answer.cause !== undefined) {
      cause.set([101, 6]);
      cause.writeUInt32BE(answer.cause, 2);
    }
    const reply = Buffer.concat([
      Buffer.from([answer.code, packet[1] ?? 0, 0, 20 + cause.length]),
      packet.subarray(4, 20),
      cause,
    ]);
    createHash('md5')
      .update(reply)
      .update(answer.secret ?? SECRET)
      .digest()
      .copy(reply, 4);
    nas.send(reply, from.port, from.address);
  });
});
afterEach(() => nas.close());

async function queue(kind = 'disconnect'): Promise<void> {
  await portal.pool.query('delete from radius_actions');
  await portal.pool.query(
    `insert into radius_actions (user_id, username, kind, reason, nas, session_id, framed_address, download_mbps, next_attempt_at, created_at)
     values ($1, 'line-7@fibre', $2, 'suspended', '127.0.0.1', '81a0', '100.64.0.9', 50, $3, $3)`,
    [userId, kind, NOW],
  );
}

/** The list of access servers, without one that was chosen a profile. */
function listOf(known: readonly AccessServer[], previous: readonly AccessServer[] = []) {
  const entryOf = (servers: readonly AccessServer[], nas: string) =>
    servers.find(({ address }) => address === nas) ?? servers.find(({ address }) => address === '*');
  const templates = builtInTemplates(DEFAULT_PROFILE);
  if (!templates) throw new Error('there is no default profile');
  return {
    find: async (nas: string) => {
      const server = entryOf(known, nas);
      const previousSecret = entryOf(previous, nas)?.secret ?? null;
      return server ? { ...server, name: server.address, previousSecret, templates } : null;
    },
    findTemplates: async () => templates,
  };
}

const work = (accessServers?: readonly AccessServer[], previousAccessServers: readonly AccessServer[] = []) =>
  processRadiusActions(
    {
      database: portal.database,
      clock: () => NOW,
      randomBytes,
      uploadPercent: 40,
      accessServers: listOf(
        accessServers ?? [{ address: '127.0.0.1', port: nas.address().port, secret: SECRET }],
        previousAccessServers,
      ),
      countAnswer: () => {},
      ask: sendCoa,
    },
    new AbortController().signal,
  );

const state = async () =>
  (await portal.pool.query('select state, attempts, answer, next_attempt_at from radius_actions')).rows[0];

function attributesOf(packet: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 20; at < packet.length; at += packet[at + 1] ?? 1) {
    const type = packet[at] ?? 0;
    const value = packet.subarray(at + 2, at + (packet[at + 1] ?? 2));
    found.set(
      type === 26 ? value.readUInt32BE(0) * 1000 + (value[4] ?? 0) : type,
      type === 26 ? value.subarray(6) : value,
    );
  }
  return found;
}

/** What RFC 5176 requires of a request: both signatures are right. */
function expectSigned(packet: Buffer): void {
  const blank = Buffer.from(packet);
  blank.fill(0, 4, 20);
  expect(createHash('md5').update(blank).update(SECRET).digest()).toEqual(packet.subarray(4, 20));
  const proof = attributesOf(packet).get(80);
  const at = packet.indexOf(proof ?? 'x');
  blank.fill(0, at, at + 16);
  expect(createHmac('md5', SECRET).update(blank).digest()).toEqual(proof);
}

describe('an access server', () => {
  it('gets a signed Disconnect-Request that names the session by login, id and addresses', async () => {
    await queue();
    await work();
    expect(await state()).toMatchObject({ state: 'done', attempts: 1, next_attempt_at: null });
    const [packet = Buffer.alloc(0)] = received;
    expect([packet[0], packet.readUInt16BE(2)]).toEqual([40, packet.length]);
    expectSigned(packet);
    const attributes = attributesOf(packet);
    expect([attributes.get(1)?.toString(), attributes.get(44)?.toString()]).toEqual(['line-7@fibre', '81a0']);
    expect([[...(attributes.get(4) ?? [])], [...(attributes.get(8) ?? [])]]).toEqual([
      [127, 0, 0, 1],
      [100, 64, 0, 9],
    ]);
  });

  it('gets a CoA-Request with the speed, upload first, in both vendors’ attributes', async () => {
    answer = { code: 44 };
    await queue('change-speed');
    await work();
    expect(await state()).toMatchObject({ state: 'done' });
    const [packet = Buffer.alloc(0)] = received;
    expect(packet[0]).toBe(43);
    expectSigned(packet);
    const attributes = attributesOf(packet);
    expect(attributes.get(14_988_008)?.toString()).toBe('20M/50M');
    expect([attributes.get(14_122_008)?.readUInt32BE(), attributes.get(14_122_007)?.readUInt32BE()]).toEqual([
      50_000_000, 20_000_000,
    ]);
  });

  it('that does not know the session completes the action; another NAK fails it and is shown to staff', async () => {
    answer = { code: 42, cause: 503 };
    await queue();
    await work();
    expect(await state()).toMatchObject({ state: 'done', answer: 'The session had ended already.' });
    answer = { code: 42, cause: 404 };
    await queue();
    await work();
    expect(await state()).toMatchObject({ state: 'failed', answer: 'The access server refused with cause 404.' });
  });

  it('that does not answer, or answers with another secret, is retried later', async () => {
    answer = { code: 41, secret: 'another' };
    await queue();
    await work();
    expect(received).toHaveLength(3);
    const { state: kept, answer: said, next_attempt_at: next } = await state();
    expect([kept, said]).toEqual(['waiting', 'The access server does not answer.']);
    expect(next.getTime()).toBe(NOW.getTime() + 10_000);
    await work();
    expect(received).toHaveLength(3);
  });

  it('that still has the former secret is asked with it when it does not answer to the present one', async () => {
    await queue();
    const asked: string[] = [];
    const port = 3799;
    await processRadiusActions(
      {
        database: portal.database,
        clock: () => NOW,
        randomBytes,
        uploadPercent: 40,
        accessServers: listOf(
          [{ address: '*', port, secret: 'present' }],
          [{ address: '127.0.0.1', port, secret: 'former' }],
        ),
        countAnswer: () => {},
        ask: async ({ secret, request }) => {
          const signed = Buffer.from(request).fill(0, 4, 20);
          expect(createHash('md5').update(signed).update(secret).digest()).toEqual(request.subarray(4, 20));
          asked.push(secret);
          return secret === 'former' ? { isAck: true, cause: null } : 'silent';
        },
      },
      new AbortController().signal,
    );
    expect(asked).toEqual(['present', 'former']);
    expect(await state()).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('that does not answer does not delay the others: its other actions wait for a minute, untried', async () => {
    await queue();
    await portal.pool.query(
      `insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps, next_attempt_at, created_at)
       select $1, 'line-8@fibre', 'disconnect', 'suspended', '127.0.0.9', 'dead-' || n, 50, $2, $3 from generate_series(1, 100) n`,
      [userId, new Date(NOW.getTime() - 60_000), NOW],
    );
    const asked: string[] = [];
    const port = nas.address().port;
    await processRadiusActions(
      {
        database: portal.database,
        clock: () => NOW,
        randomBytes,
        uploadPercent: 40,
        accessServers: listOf([{ address: '*', port, secret: SECRET }]),
        countAnswer: () => {},
        ask: async (target) => {
          asked.push(target.address);
          return target.address === '127.0.0.9' ? 'silent' : sendCoa(target);
        },
      },
      new AbortController().signal,
    );
    expect(asked.filter((address) => address === '127.0.0.1')).toHaveLength(1);
    const tried = asked.length - 1;
    expect(tried).toBeLessThan(60);
    const { rows } = await portal.pool.query(
      'select nas, state, attempts, next_attempt_at as next, count(*)::int from radius_actions group by 1, 2, 3, 4 order by nas, attempts',
    );
    expect(rows).toEqual([
      { nas: '127.0.0.1', state: 'done', attempts: 1, next: null, count: 1 },
      { nas: '127.0.0.9', state: 'waiting', attempts: 0, next: new Date(NOW.getTime() + 60_000), count: 100 - tried },
      { nas: '127.0.0.9', state: 'waiting', attempts: 1, next: new Date(NOW.getTime() + 10_000), count: tried },
    ]);
  });

  it('is asked at once about a line that somebody changes now, however many others wait', async () => {
    await queue();
    await portal.pool.query(
      `insert into radius_actions (user_id, username, kind, reason, nas, session_id, download_mbps, next_attempt_at, created_at)
       select $1, 'line-8@fibre', 'change-speed', 'limit-lifted', '127.0.0.9', 'many-' || n, 50, $2, $2 from generate_series(1, 200) n`,
      [userId, new Date(NOW.getTime() - 60_000)],
    );
    const asked: string[] = [];
    await processRadiusActions(
      {
        database: portal.database,
        clock: () => NOW,
        randomBytes,
        uploadPercent: 40,
        accessServers: listOf([{ address: '*', port: 3799, secret: SECRET }]),
        countAnswer: () => {},
        ask: async ({ address }) => {
          asked.push(address);
          return { isAck: true, cause: null };
        },
      },
      new AbortController().signal,
    );
    expect(asked).toHaveLength(201);
    expect(asked.indexOf('127.0.0.1')).toBeLessThan(60);
  });

  it('without a secret here gets no request, and staff see why', async () => {
    await queue();
    await work([{ address: '10.0.0.1', port: 3799, secret: SECRET }]);
    expect(received).toEqual([]);
    expect((await state()).answer).toBe('There is no secret for 127.0.0.1: it is not on the list of access servers.');
  });

  it('gets each request once although two instances work at the same time', async () => {
    await queue();
    await Promise.all([work(), work(), work()]);
    expect(received).toHaveLength(1);
    expect(await state()).toMatchObject({ state: 'done', attempts: 1 });
  });
});

describe('retries', () => {
  it('come at growing intervals, up to an hour, and end after a day', () => {
    const createdAt = new Date('2026-11-21T11:00:00Z');
    const gaps = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempts) => {
      const { nextAttemptAt } = judgeAttempt({ attempts, createdAt }, 'silent', createdAt);
      return ((nextAttemptAt?.getTime() ?? 0) - createdAt.getTime()) / 1000;
    });
    expect(gaps).toEqual([10, 30, 60, 300, 900, 1800, 3600, 3600, 3600]);
    const dayLater = new Date('2026-11-22T11:00:00Z');
    expect(judgeAttempt({ attempts: 30, createdAt }, 'silent', dayLater)).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
    });
  });
});
