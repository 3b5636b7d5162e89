import { findDovecot } from './find-dovecot.ts';
import { findFreeRadius } from './find-freeradius.ts';
import { findLibreOffice } from './find-libre-office.ts';
import { findMariaDb } from './find-mariadb.ts';
import { ensurePromtool } from './find-promtool.ts';
import { findRedis } from './find-redis.ts';

/**
 * One line with the remedy for each program that the unit and database tests need and this machine lacks.
 * LibreOffice, which is large, is for the long ones.
 */
export function missingPrograms({ long }: { readonly long: boolean }): string[] {
  const always = [findRedis(), findFreeRadius(), findMariaDb(), findDovecot(), ensurePromtool()];
  const found = [...always, long ? findLibreOffice() : null];
  return found.filter((line) => line !== null);
}
