import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Line } from '../speed-test/open-shaped-line.ts';

/** The two ends of the line, each a network of its own. */
export const CLIENT = 'speedlab-client';
export const SERVER = 'speedlab-server';
export const SERVER_ADDRESS = '10.99.0.1';
const CLIENT_ADDRESS = '10.99.0.2';
const DEVICE = 'line';

/** Two full frames: with a smaller size nothing passes. */
const LEAST_BURST_BYTES = 3100;
const BURST_MS = 2;
const LEAST_QUEUE_BYTES = 30_000;
const QUEUE_MS = 60;

const run = promisify(execFile);
const programs: readonly (readonly [string, string])[] = [
  ['ip', '-V'],
  ['tc', '-V'],
  ['cc', '--version'],
];

/** The command prefix that runs a program at one end of the line. */
export function inside(namespace: string): readonly [string, ...string[]] {
  return ['ip', 'netns', 'exec', namespace];
}

/** Null where lines can be built, otherwise one line that names what is missing. */
export function findMissing(): string | null {
  if (process.platform !== 'linux') return 'The lab needs Linux.';
  if (process.getuid?.() !== 0) return 'The lab needs root, to build networks of its own: sudo npm run speedtest-lab';
  for (const [program, question] of programs) {
    if (spawnSync(program, [question], { stdio: 'ignore' }).status !== 0)
      return `The lab needs the program ${program} (Debian: iproute2 and gcc).`;
  }
  if (!existsSync('/dev/net/tun')) return 'The lab needs /dev/net/tun.';
  removeNetworks();
  const attempts = [
    ['ip', 'netns', 'add', CLIENT],
    ['tc', '-n', CLIENT, ...'qdisc add dev lo root tbf rate 1mbit burst 3100 limit 30000'.split(' ')],
  ] as const;
  try {
    const failed = attempts.find(([program, ...words]) => spawnSync(program, words, { stdio: 'ignore' }).status !== 0);
    return failed ? `The lab cannot work here: \`${failed.join(' ')}\` is refused.` : null;
  } finally {
    removeNetworks();
  }
}

/** Also removes what an interrupted lab left. */
function removeNetworks(): void {
  for (const namespace of [CLIENT, SERVER]) spawnSync('ip', ['netns', 'del', namespace], { stdio: 'ignore' });
}

/** Compiles the delay line into `folder`. Returns the program's path. */
export function buildDelayLine(folder: string): string {
  const program = join(folder, 'delay-line');
  const source = join(import.meta.dirname, 'delay-line.c');
  execFileSync('cc', ['-O2', '-Wall', '-Wextra', '-pthread', '-o', program, source], { stdio: 'inherit' });
  return program;
}

export type LabNetwork = {
  /**
   * Removes the line. Returns how many frames it lost, other than in the queues that shape it: 0 on
   * a sound machine.
   */
  readonly close: () => Promise<number>;
};

/** Builds both ends and the line between them. */
export async function openLabNetwork(line: Line, delayLine: string): Promise<LabNetwork> {
  removeNetworks();
  for (const namespace of [CLIENT, SERVER]) await run('ip', ['netns', 'add', namespace]);
  const words = [CLIENT, SERVER, DEVICE, String((line.rttMs / 2) * 1000)];
  const child = spawn(delayLine, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const close = async (): Promise<number> => {
    const lost = await hangUp(child, lines);
    removeNetworks();
    return lost;
  };
  try {
    if ((await lines.next()).value !== 'ready') throw new Error('the delay line did not start');
    await connect(CLIENT, CLIENT_ADDRESS, line.upMbps);
    await connect(SERVER, SERVER_ADDRESS, line.downMbps);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function hangUp(child: ChildProcess, lines: AsyncIterator<string>): Promise<number> {
  child.stdin?.end();
  const { value } = await lines.next();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return Number(value ?? Number.NaN);
}

/**
 * One end: its address, `cubic` as on most servers, no cache of earlier connections, and the
 * shaping of its sending direction: 2 ms of the rate at once, 60 ms of it in the queue.
 */
async function connect(namespace: string, address: string, mbps: number): Promise<void> {
  const bytesPerMs = (mbps * 1e6) / 8 / 1000;
  const burst = Math.max(LEAST_BURST_BYTES, BURST_MS * bytesPerMs);
  const limit = Math.max(LEAST_QUEUE_BYTES, QUEUE_MS * bytesPerMs);
  const ip = (words: string) => run('ip', ['-n', namespace, ...words.split(' ')]);
  const [program, ...prefix] = inside(namespace);
  await run(program, [...prefix, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save']);
  await ip('link set lo up');
  await ip(`addr add ${address}/24 dev ${DEVICE}`);
  await ip(`link set ${DEVICE} up`);
  await ip(`route replace 10.99.0.0/24 dev ${DEVICE} src ${address} congctl cubic`);
  const shape = `qdisc add dev ${DEVICE} root tbf rate ${mbps}mbit burst ${burst} limit ${limit}`;
  await run('tc', ['-n', namespace, ...shape.split(' ')]);
}
