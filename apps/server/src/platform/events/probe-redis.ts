import type { RedisSettings } from '../config/config.ts';
import { connectRedis } from './connect-redis.ts';

const ANSWER_WITHIN_MS = 5000;
const OLDEST = [6, 2] as const;

/**
 * Why this server cannot carry live events, by its answer to INFO; null when it can. Valkey reports
 * the version of Redis that it replaces.
 */
export function judgeRedis(name: string, info: string): string | null {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1];
  if (version === undefined) return `${name} does not say its version, so it is no Redis or Valkey`;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isTooOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isTooOld ? `${name} is Redis ${version}: ${OLDEST.join('.')} or newer is needed` : null;
}

/** The setting and the addresses in it, without passwords. */
function nameOf(settings: RedisSettings): string {
  if ('sentinels' in settings)
    return `REDIS_SENTINELS: ${settings.sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
  const { hostname, port } = new URL(settings.url);
  return `REDIS_URL: ${hostname}:${port || 6379}`;
}

/**
 * Asks the Redis or Valkey of the settings, by Sentinels the master, whether the portal can use it.
 * A sentence for the operator, or none; never the password.
 */
export async function probeRedis(settings: RedisSettings): Promise<string[]> {
  const name = nameOf(settings);
  let reason = 'no answer';
  const client = connectRedis(settings, () => null, {
    lazyConnect: true,
    connectTimeout: ANSWER_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
  });
  client.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await client.connect();
    const fault = judgeRedis(name, await client.info('server'));
    return fault === null ? [] : [fault];
  } catch (error) {
    // A connection that never opened is reported by its own event.
    if (error instanceof Error && error.message !== 'Connection is closed.') reason = error.message;
    return [`${name} cannot be used (${reason})`];
  } finally {
    client.disconnect();
  }
}
