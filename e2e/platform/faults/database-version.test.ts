import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { findPortalDatabase, killPostmaster, REPOSITORY, startPortal } from '../../../bench/portal/portal-process.ts';
import { findFreePort } from '../../../bench/portal/program-process.ts';

test('a portal exits with one sentence on a data folder of a newer version, and leaves no database running', {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'portal-newer-'));
  // The embedded database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  await using end = new AsyncDisposableStack();
  end.defer(() => {
    killPostmaster(dataDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const portal = await startPortal({ port: await findFreePort(), dataDir, logFile: join(folder, 'portal.log') });
  end.defer(() => portal.kill('group'));
  const client = new pg.Client(findPortalDatabase(dataDir)?.connection);
  await client.connect();
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4e12)`);
  await client.end();
  await portal.stop();

  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/main.ts'], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toBe(
    'The database was made by a newer version of the portal: start that version, or use another DATA_DIR or DATABASE_URL.\n',
  );
  expect(status).toBe(1);
  await expect.poll(() => findPortalDatabase(dataDir)).toBeNull();
});
