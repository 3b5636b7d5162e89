import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedisSentinels, type TestSentinels } from '../../testing/servers/start-redis-sentinel.ts';
import { createRedisRelay, type RedisRelay } from './redis-relay.ts';

let redis: TestSentinels;
beforeAll(async () => {
  redis = await startRedisSentinels();
});
afterAll(() => redis.stop());

function openRelay(self: string): { relay: RedisRelay; seen: EventEmitter } {
  const settings = { sentinels: redis.addresses, master: 'portal', password: null };
  const relay = createRedisRelay({ redis: settings, self, onTrouble: () => {} });
  const seen = new EventEmitter();
  relay.onEvent((_topics, event) => seen.emit('event', event));
  relay.onLoss(() => seen.emit('loss'));
  return { relay, seen };
}

it('after the death of the master, events go through the Redis that the Sentinels promoted', async () => {
  const [lagos, abuja] = [openRelay('lagos'), openRelay('abuja')];
  await Promise.all([lagos.relay.ready(), abuja.relay.ready()]);
  const first = once(abuja.seen, 'event');
  lagos.relay.send(['chat'], { text: 'before' });
  expect(await first).toEqual([{ text: 'before' }]);

  const lost = Promise.all([once(lagos.seen, 'loss'), once(abuja.seen, 'loss')]);
  await redis.killMaster();
  // Both are told that events may have been lost, and are connected again.
  await lost;
  const second = once(abuja.seen, 'event');
  lagos.relay.send(['chat'], { text: 'after' });
  expect(await second).toEqual([{ text: 'after' }]);
  await Promise.all([lagos.relay.close(), abuja.relay.close()]);
});
