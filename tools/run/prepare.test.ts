import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A checkout as small as `prepare.mjs` allows: one workspace, no packages to fetch, a web build that leaves one file. */
function makeCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), 'portal-prepare-'));
  folders.push(root);
  const project = { name: 'checkout', version: '1.0.0', workspaces: ['apps/*'] };
  const web = { name: '@portal/web', version: '1.0.0', scripts: { build: 'mkdir -p dist && date +%s%N > dist/built' } };
  const packages = {
    '': project,
    'apps/web': { name: web.name, version: web.version },
    'node_modules/@portal/web': { resolved: 'apps/web', link: true },
  };
  const files = {
    'package.json': JSON.stringify(project),
    'package-lock.json': JSON.stringify({
      name: 'checkout',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages,
    }),
    'tsconfig.base.json': '{}',
    'apps/web/package.json': JSON.stringify(web),
    'apps/web/src/main.ts': '// the page',
    'brand/brand.ts': '// the brand',
    'packages/kernel/src/money.ts': '// the kernel',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'tools/run/prepare.mjs'));
  return root;
}

function prepare(root: string, ...args: string[]): { code: number | null; said: string } {
  const env = { HOME: root, PATH: process.env.PATH };
  const run = spawnSync(process.execPath, [join(root, 'tools/run/prepare.mjs'), ...args], { env, encoding: 'utf8' });
  return { code: run.status, said: run.stdout + run.stderr };
}

describe('preparing a checkout', { timeout: 60_000 }, () => {
  it('installs and builds the first time, and says and does nothing the second', () => {
    const root = makeCheckout();
    const first = prepare(root);
    expect(first).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Installing the packages[\s\S]*Building the web app/),
    });
    expect(existsSync(join(root, 'apps/web/dist/built'))).toBe(true);
    expect(prepare(root)).toEqual({ code: 0, said: '' });
  });

  it.each(['apps/web/src/main.ts', 'brand/brand.ts', 'packages/kernel/src/money.ts'])(
    'a change of %s builds the web app again, and installs nothing',
    (path) => {
      const root = makeCheckout();
      prepare(root);
      appendFileSync(join(root, path), '// changed');
      const { said } = prepare(root);
      expect(said).toContain('Building the web app');
      expect(said).not.toContain('Installing');
    },
  );

  it('packages that differ from the lock file are installed again', () => {
    const root = makeCheckout();
    prepare(root, '--packages-only');
    const installed = join(root, 'node_modules/.package-lock.json');
    writeFileSync(installed, JSON.stringify({ packages: { 'node_modules/stranger': { version: '1.0.0' } } }));
    expect(prepare(root, '--packages-only').said).toContain('Installing the packages');
    expect(prepare(root, '--packages-only').said).toBe('');
  });

  it('a build that fails stops everything after it, and is tried again the next time', () => {
    const root = makeCheckout();
    const broken = { name: '@portal/web', version: '1.0.0', scripts: { build: 'exit 3' } };
    writeFileSync(join(root, 'apps/web/package.json'), JSON.stringify(broken));
    for (const attempt of [1, 2]) {
      expect(prepare(root), `attempt ${attempt}`).toMatchObject({
        code: 1,
        said: expect.stringContaining('npm run build -w @portal/web failed'),
      });
    }
  });
});
