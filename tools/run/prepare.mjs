// Prepares a checkout: packages and web app, each only when its sources have changed. Runs before
// anything is installed, so: plain JavaScript, Node 20, only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const nodeModules = join(root, 'node_modules');
const webDist = join(root, 'apps/web/dist');
const webMarker = join(webDist, '.built-from');
const webSources = ['apps/web', 'brand', 'packages'].map((folder) => join(root, folder));
const webInputs = ['package-lock.json', 'tsconfig.base.json'].map((file) => join(root, file));

/** @param {string} path */
function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/**
 * Compares the lock file's packages with the list that npm writes last when an install succeeds, by
 * whichever program.
 */
function packagesAreStale() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(nodeModules, '.package-lock.json'));
  if (!installed) return true;
  const paths = Object.keys(wanted).filter((path) => path !== '');
  const same = paths.every((path) => {
    const here = installed[path];
    // npm leaves out packages for other machines.
    if (!here) return Boolean(wanted[path].optional);
    return here.version === wanted[path].version && here.integrity === wanted[path].integrity;
  });
  return !same || Object.keys(installed).some((path) => !(path in wanted));
}

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'dist.next'].includes(entry.name) ? [] : listSources(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function hashWebSources() {
  const hash = createHash('sha256');
  const files = [...webSources.flatMap(listSources), ...webInputs].sort();
  // The brand of the build (apps/web/build/brand-choice.ts).
  hash.update(process.env.NODE_OPTIONS?.match(/--conditions=\S+-brand/)?.[0] ?? '');
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} doing @param {string[]} args */
function runNpm(doing, args) {
  const startedAt = performance.now();
  console.log(`${doing} (npm ${args.join(' ')}) …`);
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const result = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' });
  if (result.status === 0) {
    console.log(`… done after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return;
  }
  console.error(
    `npm ${args.join(' ')} failed${result.error ? `: ${result.error.message}` : ''}; what it says is above.`,
  );
  process.exit(1);
}

/**
 * Installs the packages of package-lock.json, and ends the process when Node 24 is then still
 * missing.
 */
export function preparePackages() {
  if (packagesAreStale()) {
    runNpm('Installing the packages of package-lock.json', [
      'ci',
      '--include=dev',
      // For an npm that does not know allowScripts yet; no package needs its script.
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  }
  if (!existsSync(join(nodeModules, '.bin/node')) && Number(process.versions.node.split('.')[0]) < 24) {
    console.error(
      `There is no packaged Node 24 for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}: install Node 24 and try again.`,
    );
    process.exit(1);
  }
}

/** Builds the web app. The packages must be installed. */
export function prepareWeb() {
  const sources = hashWebSources();
  if (existsSync(webMarker) && readFileSync(webMarker, 'utf8') === sources) return;
  runNpm('Building the web app', ['run', 'build', '-w', '@portal/web']);
  writeFileSync(webMarker, sources);
}
