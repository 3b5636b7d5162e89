import type { Config } from '@portal/server/platform/config/config';
import { about, type Finding } from './finding.ts';

const redis = about('Redis');

/** Whether the Redis between the instances answers, by Sentinels the master, and is new enough. */
export async function checkRedis(settings: Config['redis']): Promise<Finding> {
  if (settings === null) return redis.skipped('No Redis is configured: one instance needs none.');
  const { probeRedis } = await import('@portal/server/platform/events/probe-redis');
  const [fault] = await probeRedis(settings);
  if (fault === undefined) return redis.ok('It answers, and is new enough.');
  return redis.fault(`${fault}.`, 'Start Redis 6.2 or newer, or Valkey, or correct REDIS_URL or REDIS_SENTINELS.');
}
