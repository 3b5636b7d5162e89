import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findNativeFolder } from './postgres-programs.ts';
import { cleanUp, newFolder, RUN_AS, runRefusedPortal, startPortal } from './start-fake-portal.fixture.ts';

const TIMEOUT = { timeout: 60_000 };
const isRoot = process.getuid?.() === 0;

afterEach(cleanUp, TIMEOUT.timeout);

/**
 * PostgreSQL's programs as npm installs them, without links, in a folder that every user can enter
 * unless `mode` says otherwise.
 */
function copyPrograms(mode = 0o755): string {
  const folder = newFolder(mode);
  const native = join(folder, 'native');
  // Hard links are fast, but work only within one file system.
  const linked = spawnSync('cp', ['--archive', '--link', findNativeFolder(), native], { stdio: 'ignore' });
  if (linked.status !== 0) cpSync(findNativeFolder(), native, { recursive: true });
  for (const name of readdirSync(join(native, 'lib'))) {
    if (lstatSync(join(native, 'lib', name)).isSymbolicLink()) rmSync(join(native, 'lib', name));
  }
  return native;
}

describe('running as root, which PostgreSQL refuses', TIMEOUT, () => {
  it.runIf(isRoot)('changes to an unprivileged account that can reach the programs and the folder', async () => {
    const dataDir = newFolder();
    const portal = await startPortal({ dataDir, nativeFolder: copyPrograms() });
    const server = statSync(`/proc/${portal.postmasterPid()}`);
    expect(server.uid).not.toBe(0);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(server.uid);
  });

  it('uses a user namespace where no other account can reach the folder', async () => {
    const dataDir = newFolder(0o700);
    const portal = await startPortal({ dataDir, prefix: RUN_AS.root });
    expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(process.getuid?.());
  });

  it('uses a user namespace where no other account can reach the programs', async () => {
    const portal = await startPortal({ dataDir: newFolder(), nativeFolder: copyPrograms(0o700), prefix: RUN_AS.root });
    expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps the rows when the folder becomes reachable or unreachable', async () => {
    const nativeFolder = copyPrograms();
    const dataDir = newFolder(0o700);
    for (const mode of [0o700, 0o755, 0o700]) {
      chmodSync(dataDir, mode);
      const portal = await startPortal({ dataDir, nativeFolder, prefix: RUN_AS.root });
      await portal.query(`create table if not exists receipt (number integer); insert into receipt values (${mode})`);
      expect(await portal.query('select number from receipt')).toContainEqual({ number: 0o700 });
      await portal.stop();
    }
  });

  it('reports that DATABASE_URL must be set when no identity works', async () => {
    const closeNamespaces = ['sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', 'sh'];
    const prefix = ['unshare', '--user', '--map-root-user', ...closeNamespaces];
    const refused = await runRefusedPortal({ dataDir: newFolder(), prefix });
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(
      /^The embedded PostgreSQL cannot run: it needs an account other than root.*set DATABASE_URL\.\n$/,
    );
  });
});

it('two portals that start at once both find the libraries that npm installed without links', TIMEOUT, async () => {
  const nativeFolder = copyPrograms();
  const portals = await Promise.all([1, 2].map(() => startPortal({ dataDir: newFolder(), nativeFolder })));
  for (const portal of portals) expect(await portal.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('a data folder that cannot be created is named in the error, without a stack', TIMEOUT, async () => {
  const refused = await runRefusedPortal({ dataDir: '/dev/null/data' });
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(
    /^The embedded PostgreSQL cannot run: the data folder cannot be made .*\/dev\/null\/data.*\n$/,
  );
});
