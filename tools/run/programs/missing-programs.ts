import { findFreeRadius } from './find-freeradius.ts';
import { findMariaDb } from './find-mariadb.ts';
import { ensurePromtool } from './find-promtool.ts';
import { findRedis } from './find-redis.ts';

/** One line with the remedy for each program that the unit and database tests need and this machine lacks. */
export function missingPrograms(): string[] {
  return [findRedis(), findFreeRadius(), findMariaDb(), ensurePromtool()].filter((line) => line !== null);
}
