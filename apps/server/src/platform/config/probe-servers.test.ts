import { connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '../../testing/servers/start-redis.ts';
import { judgeDatabase } from '../database/probe-database.ts';
import { databaseUrlOf } from '../database/testing/database-url.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { judgeRedis } from '../events/probe-redis.ts';
import { probeServers } from './probe-servers.ts';

let database: TestDatabase;
let redis: TestRedis;
beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
});
afterAll(async () => {
  await redis.stop();
  await database.drop();
});

const nothing = { databaseUrl: null, replicaUrl: null, redis: null };

it('servers that the portal can use have no fault, and none is asked where none is configured', async () => {
  expect(
    await probeServers({ ...nothing, databaseUrl: databaseUrlOf(database.poolConfig), redis: { url: redis.url } }),
  ).toEqual([]);
  expect(await probeServers(nothing)).toEqual([]);
});

it('a database that ends the first connection is asked again', async () => {
  const { host, port, user, password, database: name } = database.poolConfig;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    if (connections === 1) return void socket.resetAndDestroy();
    const upstream = host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port ?? 5432, host);
    upstream
      .on('error', () => {})
      .pipe(socket)
      .pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const databaseUrl = databaseUrlOf({ user, password, database: name, host: '127.0.0.1', port: address.port });
  expect(await probeServers({ ...nothing, databaseUrl })).toEqual([]);
  expect(connections).toBe(2);
  server.close();
});

it('all servers that do not answer, or answer something else, are named at once, without passwords', async () => {
  const stranger = createServer((socket) => void socket.on('error', () => {}).end('-ERR what do you want\r\n'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = stranger.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const faults = await probeServers({
    ...nothing,
    databaseUrl: 'postgres://portal:hush@127.0.0.1:1/portal',
    redis: { url: `redis://:hush@127.0.0.1:${address.port}` },
  });
  stranger.close();
  expect(faults).toEqual([
    expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:1 cannot be used \(.*ECONNREFUSED/),
    expect.stringMatching(/^REDIS_URL: 127\.0\.0\.1:\d+ cannot be used \(/),
  ]);
  const sentinels = [1, 2].map((port) => ({ host: '127.0.0.1', port }));
  const redisOfSentinels = { sentinels, master: 'portal', password: 'hush' };
  expect(await probeServers({ ...nothing, redis: redisOfSentinels })).toEqual([
    expect.stringMatching(
      /^REDIS_SENTINELS: 127\.0\.0\.1:1, 127\.0\.0\.1:2 cannot be used \(All sentinels are unreachable/,
    ),
  ]);
  expect(faults.join()).not.toContain('hush');
});

it('a database that only reads is refused', async () => {
  const { host, port, user, password, database: name } = database.poolConfig;
  const client = new pg.Client({ host, port, user, password, database: 'postgres' });
  await client.connect();
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.end();
  expect(await probeServers({ ...nothing, databaseUrl: databaseUrlOf(database.poolConfig) })).toEqual([
    expect.stringContaining('does not take writes'),
  ]);
});

it('a PostgreSQL that is too old or a standby, and a Redis that is too old, are told with their remedy', () => {
  const good = { version: 150_004, version_text: '15.4', is_standby: false, is_read_only: false };
  expect(judgeDatabase('D', good)).toBeNull();
  expect(judgeDatabase('D', { ...good, version: 140_009, version_text: '14.9' })).toBe(
    'D is PostgreSQL 14.9: 15 or newer is needed',
  );
  expect(judgeDatabase('D', { ...good, is_standby: true, is_read_only: true })).toBe(
    'D is a standby, which only reads: name the primary',
  );
  expect(judgeRedis('R', '# Server\r\nredis_version:6.0.16\r\n')).toBe('R is Redis 6.0.16: 6.2 or newer is needed');
  const recent = ['6.2.0', '7.0.15', '10.1.0'];
  for (const version of recent) expect(judgeRedis('R', `redis_version:${version}\r\n`)).toBeNull();
  expect(judgeRedis('R', 'valkey_version:8.0.1\r\nredis_version:7.2.4\r\n')).toBeNull();
  expect(judgeRedis('R', '')).toMatch(/no Redis or Valkey/);
});
