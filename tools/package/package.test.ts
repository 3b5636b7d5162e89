import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../run/run-step.ts';
import { signFile, writeChecksums } from './checksums.ts';
import { describePackages } from './describe-packages.ts';
import { findUnpinned, readImageVersions } from './image-versions.ts';
import { listShippedFiles } from './shipped-files.ts';

type Listed = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly object[];
};
type Reference = { readonly ref: string; readonly dependsOn: readonly string[] };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A checkout with these files, which are empty. */
function checkoutWith(...paths: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'portal-shipped-'));
  folders.push(root);
  const always = [
    'LICENSE',
    'package.json',
    'package-lock.json',
    'brand/package.json',
    'docs/install.md',
    'packages/a',
  ];
  const apps = ['server', 'speedtest', 'cli', 'sandbox'].flatMap((app) => [
    `apps/${app}/package.json`,
    `apps/${app}/src/main.ts`,
  ]);
  const web = ['package.json', 'dist/client/index.js', 'public/fonts/a.woff2', 'src/shared/i18n/yo.json'];
  for (const path of [...always, ...apps, ...web.map((file) => `apps/web/${file}`), ...paths]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  return root;
}

describe('a package', () => {
  it('holds no secret, no test and no file of the machine that built it', () => {
    const left = [
      'deploy/secrets/session_secret',
      'deploy/portal.env',
      'deploy/caddy/privkey.pem',
      'apps/server/src/.env',
      'apps/server/src/main.test.ts',
      'apps/server/src/testing/test-portal.ts',
      'apps/speedtest/src/testing/tls/key.pem',
      'apps/server/node_modules/left/index.js',
      'apps/web/src/shared/i18n/use-text.ts',
      'apps/web/dist/.built-from',
      'docs/pictures/landing.png',
    ];
    const shipped = listShippedFiles(checkoutWith('deploy/systemd/portal.env.example', ...left));
    expect(shipped).toEqual(
      expect.arrayContaining([
        'apps/server/src/main.ts',
        'apps/web/dist/client/index.js',
        'apps/web/src/shared/i18n/yo.json',
        'deploy/systemd/portal.env.example',
      ]),
    );
    expect(shipped.filter((path) => left.includes(path))).toEqual([]);
  });

  it('lists its files in the same order on every machine', () => {
    const root = checkoutWith('deploy/b', 'deploy/a/c');
    expect(listShippedFiles(root)).toEqual(listShippedFiles(root).toSorted());
    const copy = checkoutWith();
    cpSync(root, copy, { recursive: true });
    expect(listShippedFiles(copy)).toEqual(listShippedFiles(root));
  });

  it('starts the portal by the line of npm start', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const program = readFileSync(join(ROOT, 'deploy/bin/portal'), 'utf8');
    const line = /start\)\n.*\n {4}exec (.*)\n/.exec(program)?.[1];
    expect(line?.replace('"$node"', 'node').replace('"$root/apps/server/src/main.ts"', 'apps/server/src/main.ts')).toBe(
      scripts.start,
    );
  });
});

describe('the list of what is in a package', () => {
  const release = { version: '0.1.0', commit: 'abc', builtAt: '2026-11-26T12:00:00.000Z' };
  // The checkout has the lock file and the packages of this machine.
  const text = describePackages(ROOT, release);
  const bom = JSON.parse(text);

  it('names each production package with version, licence and digest, those of the web app too', () => {
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
    expect(bom.metadata).toMatchObject({ timestamp: release.builtAt, component: { name: 'fibre-portal' } });
    const foreign = bom.components.filter(({ name, purl }: Listed) => name !== 'brand' && !purl.includes('%40portal'));
    expect(text).not.toContain('cdx:npm:package:development');
    expect(text).not.toContain('cdx:npm:package:extraneous');
    for (const { name, version, purl, licenses, hashes } of foreign as Listed[]) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(licenses, name).toHaveLength(1);
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
    const listed = new Set(foreign.map(({ name, version }: Listed) => `${name}@${version}`));
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const locked = Object.entries<{ version: string; dev?: boolean; link?: boolean }>(packages)
      .filter(
        ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(join(ROOT, path)),
      )
      .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`);
    expect(listed).toEqual(new Set(locked));
    expect(locked).toContainEqual(expect.stringMatching(/^fastify@/));
  });

  it('refers only to what is in it, and is the same each time', () => {
    const refs = new Set([bom.metadata.component, ...bom.components].map((one) => one['bom-ref']));
    const named = bom.dependencies.flatMap(({ ref, dependsOn }: Reference) => [ref, ...dependsOn]);
    expect(named.filter((ref: string) => !refs.has(ref))).toEqual([]);
    expect(describePackages(ROOT, release)).toBe(text);
    expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('the checksums of a release', () => {
  it('are read by sha256sum, and those of another file fail', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-sums-'));
    folders.push(folder);
    writeFileSync(join(folder, 'a.tar.gz'), 'the package');
    writeFileSync(join(folder, 'a.cdx.json'), '{}');
    const path = writeChecksums(folder, ['a.tar.gz', 'a.cdx.json']);
    const check = () => spawnSync('sha256sum', ['--check', '--strict', path], { cwd: folder }).status;
    expect(check()).toBe(0);
    writeFileSync(join(folder, 'a.tar.gz'), 'another package');
    expect(check()).toBe(1);
  });

  it('are not called signed when they are not', () => {
    expect(() => signFile('/nowhere/SHA256SUMS', '/nowhere/key', 'comment')).toThrow(/minisign/);
  });
});

describe('a release image', () => {
  const digest = `sha256:${'0'.repeat(64)}`;

  it('is refused while one of its base images can still change', () => {
    const text = `# Images\nA=debian:12.11-slim@${digest}\nB=node:24\nC=caddy@sha256:short\n`;
    expect(findUnpinned(readImageVersions(text))).toEqual(['node:24', 'caddy@sha256:short']);
    expect(findUnpinned(readImageVersions(`A=debian:12.11-slim@${digest}\n`))).toEqual([]);
  });

  it('and Compose take every image from the one list', () => {
    const images = readImageVersions(readFileSync(join(ROOT, 'deploy/image-versions'), 'utf8'));
    const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
    const asked = [...compose.matchAll(/\$\{(\w+_IMAGE)\b/g)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(images.keys()));
    for (const [, image = ''] of compose.matchAll(/^\s*image: (.*)$/gm)) {
      expect(image).toMatch(/^\$\{\w+_IMAGE:\?.*\}$|^fibre-portal(-freeradius)?:\$\{PORTAL_VERSION/);
    }
  });
});
