import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findChromium } from '../../tools/run/programs/find-chromium.ts';
import type { Line } from '../speed-test/open-shaped-line.ts';
import type { ClientName } from './lab-clients.ts';
import { LAB_LINES, nameOf } from './lab-lines.ts';
import { buildDelayLine, CLIENT, findMissing, inside, openLabNetwork } from './lab-network.ts';
import { describeLines, describeRun, findMissed, type LineReport } from './lab-report.ts';
import type { LabOrder, LabRun } from './measure-inside.ts';

/**
 * Measures lines of known speed with our widget and with other clients, in Chromium, and prints the
 * error of each: `npm run speedtest-lab -- [--lines 10/5,100/50] [--runs 5] [--clients
 * portal,cloudflare,librespeed]`. LIBRESPEED_DIR names a folder with LibreSpeed's
 * `speedtest_worker.js`.
 */
const CLIENTS: readonly ClientName[] = ['portal', 'cloudflare', 'librespeed'];

const say = (message: string): void => console.error(message);

type Plan = Omit<LabOrder, 'line'> & { readonly lines: readonly Line[] };

/** Throws an Error that names the unknown arguments. */
function readPlan(librespeedDir: string | undefined): Plan {
  const { values } = parseArgs({
    options: { lines: { type: 'string' }, runs: { type: 'string', default: '5' }, clients: { type: 'string' } },
  });
  const names = values.lines?.split(',') ?? LAB_LINES.map(nameOf);
  const lines = LAB_LINES.filter((line) => names.includes(nameOf(line)));
  if (lines.length !== names.length) throw new Error(`--lines takes ${LAB_LINES.map(nameOf).join(',')}`);
  const asked = values.clients?.split(',') ?? CLIENTS.filter((name) => name !== 'librespeed' || librespeedDir);
  const clients = CLIENTS.filter((name) => asked.includes(name));
  if (clients.length !== asked.length) throw new Error(`--clients takes ${CLIENTS.join(',')}`);
  if (clients.includes('librespeed') && !librespeedDir) throw new Error('LIBRESPEED_DIR has to name its folder');
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1');
  return { lines, clients, runs, librespeedDir: resolve(librespeedDir ?? '.') };
}

/** Runs the whole measurement of a line at its client's end. */
async function measureLine(order: LabOrder, delayLine: string): Promise<LineReport> {
  const { line } = order;
  const network = await openLabNetwork(line, delayLine);
  const runs: LabRun[] = [];
  let lostFrames = Number.NaN;
  try {
    const [program, ...words] = inside(CLIENT);
    const file = join(import.meta.dirname, 'measure-inside.ts');
    const child = spawn(program, [...words, process.execPath, file, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const interrupt = (): void => void child.kill('SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
    for await (const text of createInterface(child.stdout)) {
      const run: LabRun = JSON.parse(text);
      runs.push(run);
      say(`  ${describeRun(run)}`);
    }
    const [code] = await ended;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    if (code !== 0) throw new Error(`The measurement of ${nameOf(line)} did not finish.`);
  } finally {
    lostFrames = await network.close();
  }
  return { line, runs, lostFrames };
}

async function runLab({ lines, ...order }: Plan): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'speedtest-lab-'));
  try {
    const delayLine = buildDelayLine(folder);
    // Inherited by every process that is started; takes priority over the machine's other work.
    setPriority(constants.priority.PRIORITY_HIGHEST);
    const reports: LineReport[] = [];
    try {
      for (const line of lines) {
        say(`A line of ${nameOf(line)} Mbps at ${line.rttMs} ms …`);
        reports.push(await measureLine({ ...order, line }, delayLine));
      }
    } finally {
      // A line that cannot be measured must not lose the figures of those before it.
      printReports(reports);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printReports(reports: readonly LineReport[]): void {
  if (reports.length === 0) return;
  console.log(describeLines(reports));
  const missed = reports.flatMap(findMissed);
  console.log(
    missed.length === 0 ? '\nEvery goal is reached.' : `\nMissed:\n${missed.map((one) => `- ${one}`).join('\n')}`,
  );
  if (missed.length > 0) process.exitCode = 1;
}

/** One line that says why the lab cannot run here, or null. */
function findHindrance(): string | null {
  const missing = findMissing();
  if (missing !== null) return missing;
  const chromium = findChromium();
  return 'missing' in chromium ? chromium.missing : null;
}

try {
  const plan = readPlan(process.env.LIBRESPEED_DIR);
  const hindrance = findHindrance();
  if (hindrance === null) await runLab(plan);
  else console.log(hindrance);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
