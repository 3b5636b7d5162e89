import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from './run-step.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/**
 * A checkout as small as the preparation allows: one workspace, no packages to download, a web
 * build that writes one file.
 */
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
    // A command without the web app, and one with it: each prints its arguments.
    'apps/cli/src/main.ts': 'console.log(process.argv.slice(2).join()); process.exit(3);',
    'tools/run/dev.ts': "console.log('dev'); setTimeout(() => {}, 60_000);",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const program of ['run.mjs', 'prepare.mjs'])
    cpSync(join(import.meta.dirname, program), join(root, 'tools/run', program));
  return root;
}

const environmentOf = (root: string) => ({ HOME: root, PATH: process.env.PATH });

function run(root: string, ...words: string[]): { code: number | null; said: string } {
  const options = { env: environmentOf(root), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/run/run.mjs'), ...words], options);
  return { code: status, said: stdout + stderr };
}

describe('preparing a checkout', { timeout: 60_000 }, () => {
  it('installs and builds the first time, and does and prints nothing the second time', () => {
    const root = makeCheckout();
    const first = run(root, 'prepare');
    expect(first).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Installing the packages[\s\S]*Building the web app/),
    });
    expect(existsSync(join(root, 'apps/web/dist/built'))).toBe(true);
    expect(run(root, 'prepare')).toEqual({ code: 0, said: '' });
  });

  it('a change of the web app, the brand or a package rebuilds the web app, and installs nothing', () => {
    const root = makeCheckout();
    run(root, 'prepare');
    for (const path of ['apps/web/src/main.ts', 'brand/brand.ts', 'packages/kernel/src/money.ts']) {
      appendFileSync(join(root, path), '// changed');
      const { said } = run(root, 'prepare');
      expect(said, path).toContain('Building the web app');
      expect(said, path).not.toContain('Installing');
    }
  });

  it('packages that differ from the lock file are installed again', () => {
    const root = makeCheckout();
    run(root, 'staff');
    const installed = join(root, 'node_modules/.package-lock.json');
    writeFileSync(installed, JSON.stringify({ packages: { 'node_modules/stranger': { version: '1.0.0' } } }));
    expect(run(root, 'staff').said).toContain('Installing the packages');
    expect(run(root, 'staff').said).not.toContain('Installing');
  });

  it('a failed build stops everything after it, and is repeated the next time', () => {
    const root = makeCheckout();
    const broken = { name: '@portal/web', version: '1.0.0', scripts: { build: 'exit 3' } };
    writeFileSync(join(root, 'apps/web/package.json'), JSON.stringify(broken));
    for (const attempt of [1, 2]) {
      expect(run(root, 'prepare'), `attempt ${attempt}`).toMatchObject({
        code: 1,
        said: expect.stringContaining('npm run build -w @portal/web failed'),
      });
    }
  });
});

describe('a command of package.json', { timeout: 60_000 }, () => {
  it('is prepared first, gets its arguments and passes its exit code on; the web app is built where it is needed', () => {
    const root = makeCheckout();
    const { code, said } = run(root, 'staff', 'add', 'ada@example.com');
    expect(code).toBe(3);
    expect(said).toMatch(/Installing the packages[\s\S]*staff,add,ada@example.com/);
    expect(said).not.toContain('Building the web app');
  });

  it('ends on SIGTERM', async () => {
    const root = makeCheckout();
    const dev = spawn(process.execPath, [join(root, 'tools/run/run.mjs'), 'dev'], { env: environmentOf(root) });
    const closed = once(dev, 'close');
    let said = '';
    for await (const chunk of dev.stdout) {
      said += chunk;
      if (/^dev$/m.test(said)) dev.kill('SIGTERM');
    }
    await closed;
    // 128 and the number of SIGTERM: a shell's exit code of a command that it ended.
    expect(dev.exitCode).toBe(143);
  });

  it('that does not exist is refused with the names that exist', () => {
    const { code, said } = run(makeCheckout(), 'lives');
    expect(code).toBe(2);
    expect(said).toMatch(/no command "lives"[\s\S]*histories/);
  });

  it('is in the list for people, and each name runs its own command', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { start, prestart, ...others } = scripts;
    expect(start).toMatch(/ apps\/server\/src\/main\.ts$/);
    expect(prestart).toBe('node tools/run/run.mjs prepare');
    for (const [name, script] of Object.entries(others)) expect(script).toBe(`node tools/run/run.mjs ${name}`);
  });
});
