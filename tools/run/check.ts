import { join } from 'node:path';
import { ROOT, report, runSteps, type Step } from './run-step.ts';

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const checks: Step[] = [
  { name: 'format and lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'], limitMinutes: 2 },
  { name: 'types', command: [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'], limitMinutes: 3 },
  { name: 'types of the web app', command: [bin('tsc'), '--noEmit', '-p', 'apps/web/tsconfig.json'], limitMinutes: 3 },
  { name: 'types of the browser tests', command: [bin('tsc'), '--noEmit', '-p', 'e2e/tsconfig.json'], limitMinutes: 3 },
  {
    name: 'types of the web build',
    command: [bin('tsc'), '--noEmit', '-p', 'apps/web/build/tsconfig.json'],
    limitMinutes: 3,
  },
  {
    name: 'types of the service worker',
    command: [bin('tsc'), '--noEmit', '-p', 'apps/web/service-worker/tsconfig.json'],
    limitMinutes: 3,
  },
  { name: 'house rules', command: [process.execPath, 'tools/check/run.ts'], limitMinutes: 3 },
];

report(await runSteps(checks));
