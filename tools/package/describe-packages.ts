import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '../../apps/server/src/platform/release.ts';
import { licencesOfFiles } from '../check/packages/allowed-licences.ts';

type Component = {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
};
type Bom = { readonly metadata: { readonly component: Component }; readonly components: readonly Component[] };

type Locked = {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly devDependencies?: object;
};
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The list of a package's contents (CycloneDX 1.5 as JSON): the production packages of `tree`, those
 * that the web app's build contains among them. Packages for other machines are left out. The same
 * tree gives the same text. Throws when npm fails.
 */
export function describePackages(tree: string, release: Release): string {
  const bom = askNpm(tree);
  const components = bom.components.map(withLicence);
  const properties = [{ name: 'fibre-portal:commit', value: release.commit }];
  const component = { ...bom.metadata.component, type: 'application', name: 'fibre-portal', properties };
  const metadata = { ...bom.metadata, timestamp: release.builtAt ?? undefined, component };
  const stable = { ...bom, serialNumber: undefined, metadata, components };
  const described = { ...stable, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(stable))}` };
  return `${JSON.stringify(described, null, 2)}\n`;
}

/**
 * Asked about a copy of the lock file without packages of development: `npm sbom --omit dev` (11.19)
 * would leave out every package that something of development needs as well, Fastify for example.
 */
function askNpm(tree: string): Bom {
  const npm = process.env.npm_execpath;
  const [command, ...first]: [string, ...string[]] = npm ? [process.execPath, npm] : ['npm'];
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const folder = mkdtempSync(join(tmpdir(), 'portal-sbom-'));
  try {
    const lock = lockOfProduction(tree);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    for (const [path, ours] of Object.entries(lock.packages)) {
      if (path.includes('node_modules/')) continue;
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify(ours));
    }
    const asked = spawnSync(command, [...first, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: MAX_BYTES });
    if (asked.status !== 0) throw new Error(`npm sbom failed: ${asked.error?.message ?? asked.stderr}`);
    return JSON.parse(asked.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lock file of `tree` without packages of development and those for other machines. */
function lockOfProduction(tree: string): Lock {
  const lock: Lock = JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8'));
  const kept = Object.entries(lock.packages).flatMap(([path, { devDependencies: _, devOptional, ...locked }]) => {
    const optional = locked.optional || devOptional;
    if (locked.dev || (optional && !existsSync(join(tree, path)))) return [];
    return [[path, optional ? { ...locked, optional } : locked]];
  });
  return { ...lock, packages: Object.fromEntries(kept) };
}

function withLicence(component: Component): Component {
  const id = licencesOfFiles[`${component.name}@${component.version}`];
  return id === undefined || component.licenses ? component : { ...component, licenses: [{ license: { id } }] };
}

/** A UUID (RFC 9562, version 8) of a text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20, 32)].join('-');
}
