import { Redis, type RedisOptions } from 'iovalkey';
import type { RedisSettings } from '../config/config.ts';

/**
 * One connection; through Sentinels to whichever Redis is the master, again after each fail-over.
 * `pauseMs` says how long to wait after that many failures; null gives up.
 */
export function connectRedis(
  settings: RedisSettings,
  pauseMs: (failures: number) => number | null,
  options: RedisOptions,
): Redis {
  const all = { ...options, retryStrategy: pauseMs };
  if ('url' in settings) return new Redis(settings.url, all);
  const { sentinels, master, password } = settings;
  return new Redis({
    ...all,
    sentinels: [...sentinels],
    name: master,
    sentinelRetryStrategy: pauseMs,
    // Leaves a master that was demoted while the connection to it stayed open.
    failoverDetector: true,
    ...(password === null ? {} : { password }),
  });
}
