import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startFakeSentinel } from '../../testing/servers/fake-sentinel.ts';
import { startRedis } from '../../testing/servers/start-redis.ts';
import { startRedisSentinels, type TestSentinels } from '../../testing/servers/start-redis-sentinel.ts';
import { createRedisRelay, type RedisRelay } from './redis-relay.ts';

let redis: TestSentinels;
beforeAll(async () => {
  redis = await startRedisSentinels();
});
afterAll(() => redis.stop());

let running: AsyncDisposableStack;
beforeEach(() => {
  running = new AsyncDisposableStack();
});
afterEach(() => running.disposeAsync());

type Address = { readonly host: string; readonly port: number };

function openRelay(self: string, sentinels: readonly Address[]): { relay: RedisRelay; seen: EventEmitter } {
  const relay = createRedisRelay({ redis: { sentinels, master: 'portal', password: null }, self, onTrouble: () => {} });
  running.defer(() => relay.close());
  const seen = new EventEmitter();
  relay.onEvent((_topics, event) => seen.emit('event', event));
  relay.onLoss(() => seen.emit('loss'));
  return { relay, seen };
}

it('after the death of the master, events go through the Redis that the Sentinels promoted', async () => {
  const [lagos, abuja] = [openRelay('lagos', redis.addresses), openRelay('abuja', redis.addresses)];
  await Promise.all([lagos.relay.ready(), abuja.relay.ready()]);
  const first = once(abuja.seen, 'event');
  lagos.relay.send(['chat'], { text: 'before' });
  expect(await first).toEqual([{ text: 'before' }]);

  const second = once(abuja.seen, 'event');
  // Whoever is told that events may have been lost is connected again, until another Sentinel reports
  // the fail-over as well.
  for (const { seen } of [lagos, abuja]) seen.on('loss', () => lagos.relay.send(['chat'], { text: 'after' }));
  await redis.killMaster();
  expect(await second).toEqual([{ text: 'after' }]);
});

it('events go on when a fail-over is reported while an instance asks which Redis is the master', async () => {
  const master = await startRedis();
  running.defer(master.stop);
  const sentinel = await startFakeSentinel(Number(new URL(master.url).port));
  running.defer(sentinel.stop);
  const { relay, seen } = openRelay('lagos', [sentinel.address]);
  await relay.ready();
  const lost = once(seen, 'loss');
  const asked = sentinel.holdNextAnswer();
  await master.restart();
  const { answer } = await asked;
  sentinel.reportFailover();
  answer();
  await lost;
  expect(relay.isConnected()).toBe(true);
});
