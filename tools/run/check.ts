import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logPathOf, ROOT, report, runSteps, type Step } from './run-step.ts';

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const SHOWN_SMELLS = 10;

/** One checker thread: each further one would read the same types once more. */
const typesOf = (project: string): Step['command'] => [bin('tsc'), '--noEmit', '--checkers', '1', '-p', project];

/** None of them writes files. The longest first, so that no core idles at the end. */
const checks: Step[] = [
  { name: 'house rules', command: [process.execPath, 'tools/check/run.ts'], limitMinutes: 3 },
  { name: 'promises and imports', command: [bin('oxlint'), '-f', 'unix'], limitMinutes: 3 },
  { name: 'types', command: typesOf('tsconfig.json'), limitMinutes: 3 },
  { name: 'API description', command: [process.execPath, 'tools/check/api/lint-api.ts'], limitMinutes: 3 },
  { name: 'types of the web app', command: typesOf('apps/web/tsconfig.json'), limitMinutes: 3 },
  { name: 'types of the browser tests', command: typesOf('e2e/tsconfig.json'), limitMinutes: 3 },
  { name: 'types of the web build', command: typesOf('apps/web/build/tsconfig.json'), limitMinutes: 3 },
  { name: 'types of the service worker', command: typesOf('apps/web/service-worker/tsconfig.json'), limitMinutes: 3 },
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'], limitMinutes: 2 },
];

/** Reports without failing: long files, long functions, full folders. */
function printSmells(): void {
  const logs = checks.map(logPathOf).filter((path) => existsSync(path));
  const lines = logs.flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  const smells = lines.filter((line) => /\[(Warning\/|folder-size\])/.test(line));
  if (smells.length === 0) return;
  console.log(`Worth a look (${smells.length}), no fault:`);
  for (const smell of smells.slice(0, SHOWN_SMELLS)) console.log(`  ${smell}`);
  if (smells.length > SHOWN_SMELLS) console.log(`  and ${smells.length - SHOWN_SMELLS} more in the logs`);
}

const counts = await runSteps([checks]);
printSmells();
report(counts);
