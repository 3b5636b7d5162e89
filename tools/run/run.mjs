// Every script of package.json except `npm start` runs through here: it prepares the checkout and
// then runs the command under the packaged Node. Runs before anything is installed, so: plain
// JavaScript, Node 20, only Node's own modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { preparePackages, prepareWeb, root } from './prepare.mjs';

/** Commands that work without the built web app. */
const withoutWeb = {
  'alert-drill': ['drills/alerts/run.ts'],
  audit: ['tools/audit/audit.ts'],
  backup: ['apps/cli/src/main.ts', 'backup'],
  'backup-key': ['apps/cli/src/main.ts', 'backup-key'],
  check: ['tools/run/check.ts'],
  'dashboards-check': ['drills/dashboards/run.ts'],
  doctor: ['apps/cli/src/main.ts', 'doctor'],
  histories: ['tools/run/histories.ts'],
  image: ['tools/package/image.ts'],
  'ledger-check': ['apps/cli/src/main.ts', 'ledger-check'],
  'verify-audit': ['apps/cli/src/main.ts', 'verify-audit'],
  // Streams: without limits Node would rather take memory than collect garbage.
  archive: ['--max-old-space-size=128', '--max-semi-space-size=4', 'apps/cli/src/main.ts', 'archive'],
  'import-archive': ['--max-old-space-size=128', '--max-semi-space-size=4', 'apps/cli/src/main.ts', 'import-archive'],
  import: ['--max-old-space-size=128', '--max-semi-space-size=4', 'apps/cli/src/main.ts', 'import'],
  'privacy-map': ['tools/check/documents/privacy-doc.ts'],
  'recover-payment': ['apps/cli/src/main.ts', 'recover-payment'],
  restore: ['apps/cli/src/main.ts', 'restore'],
  'restore-drill': ['apps/cli/src/main.ts', 'restore-drill'],
  'speedtest-server': ['apps/speedtest/src/main.ts'],
  staff: ['apps/cli/src/main.ts', 'staff'],
  'test:postgres': ['tools/run/test-postgres.ts'],
  texts: ['tools/run/texts.ts'],
  traffic: ['tools/run/traffic.ts'],
};

const withWeb = {
  bench: ['bench/all.ts'],
  'chat-soak': ['bench/chat/run.ts'],
  crash: ['bench/crash/run.ts'],
  'drill:restore': ['drills/restore/run.ts'],
  dev: ['tools/run/dev.ts'],
  'install-test': ['drills/install/run.ts'],
  'fault-drill': ['drills/faults/run.ts'],
  flakes: ['tools/run/flakes.ts'],
  'full-disk': ['bench/full-disk.ts'],
  fuzz: ['bench/fuzz/run.ts'],
  isolation: ['bench/isolation/run.ts'],
  gallery: ['e2e/gallery.ts'],
  'ha-drill': ['drills/ha/run.ts'],
  lighthouse: ['bench/lighthouse.ts'],
  canaries: ['drills/canaries/run.ts'],
  package: ['tools/package/package.ts'],
  soak: ['drills/soak/run.ts'],
  'script-drill': ['e2e/script-drill/run.ts'],
  'speedtest-lab': ['bench/speedtest-lab/run.ts'],
  'upgrade-drill': ['drills/upgrade/run.ts'],
  test: ['tools/run/test.ts'],
  'test:engines': ['tools/run/test-engines.ts'],
  'test:full': ['tools/run/test.ts', '--full'],
  'test:long': ['tools/run/test.ts', '--long'],
  'test:pages': ['tools/run/test.ts', '--pages'],
};

const [name = '', ...args] = process.argv.slice(2);
const command = { ...withoutWeb, ...withWeb }[name];
if (!command && name !== 'prepare') {
  console.error(`There is no command "${name}". There are: ${Object.keys({ ...withoutWeb, ...withWeb }).join(', ')}.`);
  process.exit(2);
}
preparePackages();
if (!(name in withoutWeb)) prepareWeb();
if (command) run([...command, ...args]);

/** @param {string[]} words */
function run(words) {
  const programs = join(root, 'node_modules/.bin');
  const packaged = join(programs, 'node');
  const child = spawn(existsSync(packaged) ? packaged : process.execPath, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
  });
  // A terminal sends Ctrl-C to the command as well, which ends by itself.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
}
