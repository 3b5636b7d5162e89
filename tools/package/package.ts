import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../run/run-step.ts';
import { buildTree, SBOM } from './build-tree.ts';
import { signFile, writeChecksums } from './checksums.ts';
import { describeRelease } from './describe-release.ts';

// npm run package: one file with the built portal, its production packages and its Node, for
// machines like this one, beside it the list of these packages, and checksums of both, signed where
// MINISIGN_KEY names a key; with --tree DIR only the folder, which the container image copies.

const DIST = join(ROOT, 'dist');
const { values } = parseArgs({ options: { tree: { type: 'string' } } });
const startedAt = performance.now();
if (process.platform !== 'linux') {
  console.error('A package is made on Linux, for Linux: it contains Node and PostgreSQL for this machine.');
  process.exit(1);
}
const release = describeRelease(ROOT, process.env);
if (values.tree !== undefined) {
  mkdirSync(values.tree, { recursive: true });
  buildTree(values.tree, release);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'portal-package-'));
  try {
    const name = `fibre-portal-${release.version}-${process.arch}`;
    mkdirSync(join(folder, name), { mode: 0o755 });
    buildTree(join(folder, name), release);
    const archive = pack(folder, name, release.builtAt);
    const megabytes = (statSync(archive).size / 1e6).toFixed(0);
    console.log(`${relative(process.cwd(), archive)}: ${megabytes} MB, commit ${release.commit}`);
    copyFileSync(join(folder, name, SBOM), join(DIST, `${name}.cdx.json`));
    const sums = writeChecksums(DIST, [`${name}.tar.gz`, `${name}.cdx.json`]);
    const key = process.env.MINISIGN_KEY;
    const signature = key ? signFile(sums, key, `${name}, commit ${release.commit}`) : null;
    console.log(signature ? `${relative(process.cwd(), signature)}: signed` : 'not signed: MINISIGN_KEY is not set');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`done after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

/** The same tree gives the same bytes: order, owners, times and modes do not depend on the machine. */
function pack(folder: string, name: string, builtAt: string): string {
  mkdirSync(DIST, { recursive: true });
  const archive = join(DIST, `${name}.tar.gz`);
  const same = ['--sort=name', `--mtime=${builtAt}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const options = ['--create', '--use-compress-program=gzip -n', '--file', archive, ...same, '--directory', folder];
  const packed = spawnSync('tar', [...options, name], { stdio: 'inherit' });
  if (packed.status !== 0) throw new Error(`tar failed${packed.error ? `: ${packed.error.message}` : ''}`);
  return archive;
}
