import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { REPOSITORY } from '../portal/portal-process.ts';
import { findFreePort, type RunningProgram, residentBytes, startProgram } from '../portal/program-process.ts';
import { findNginx, startNginx } from './nginx.ts';

/**
 * Compares the speed-test server with nginx, over loopback and in turns: bytes a second, and memory
 * per stream: `node bench/speed-test/measure.ts`.
 */
const MIB = 1024 * 1024;
const FILE_MIB = 100;
const SECONDS = 2;
const ROUNDS = 3;
const CONNECTIONS = [1, 4] as const;
const LEAST_SHARE = 0.6;

const STREAMS = 60;
const MOST_BYTES_PER_STREAM = MIB;
/** How many bytes each stream transfers before the memory is measured. */
const STREAM_MIB = 8;

const say = (message: string): void => console.error(message);

type Server = { readonly pid: number; readonly port: number };

async function startSpeedTest(folder: string): Promise<RunningProgram & Server> {
  const port = await findFreePort();
  const program = await startProgram({
    name: 'the speed-test server',
    command: [process.execPath, join(REPOSITORY, 'apps/speedtest/src/main.ts')],
    env: {
      SPEEDTEST_HOST: '127.0.0.1',
      SPEEDTEST_PORT: String(port),
      // Each stream of the memory test has a forwarded address of its own.
      TRUSTED_PROXIES: '127.0.0.1',
      SPEED_TEST_LIVE_TESTS: '10000',
      SPEED_TEST_FASTEST_MBPS: '1000000',
      SPEED_TEST_DAILY_GB_PER_ADDRESS: '1000000',
    },
    logFile: join(folder, 'speed-test.log'),
    readyUrl: `http://127.0.0.1:${port}/speedtest/empty`,
  });
  return { ...program, port };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Processor time of a process so far, in seconds: proc(5), at 100 ticks a second. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** One server's result. `processor` is seconds of its processor time per GB. */
type Served = { readonly bytesPerSecond: number; readonly processor: number };

async function drain({ pid, port }: Server, path: string, connections: number): Promise<Served> {
  const program = join(import.meta.dirname, 'download-drain.ts');
  const words = [program, port, path, connections, SECONDS].map(String);
  const before = processorSeconds(pid);
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const [bytesPerSecond = 0, bytes = 0] = stdout.split(' ').map(Number);
  return { bytesPerSecond, processor: (processorSeconds(pid) - before) / (bytes / 1e9) };
}

type Throughput = {
  readonly connections: number;
  readonly ours: Served;
  readonly nginx: Served;
  /** Relative to nginx's bytes per second: the median of the rounds' own shares. */
  readonly share: number;
};

function medianOf(served: readonly Served[]): Served {
  return {
    bytesPerSecond: median(served.map(({ bytesPerSecond }) => bytesPerSecond)),
    processor: median(served.map(({ processor }) => processor)),
  };
}

/** One after the other in every round, so that both run under the same conditions. */
async function compare(servers: { readonly ours: Server; readonly nginx: Server }, connections: number) {
  const rounds: { ours: Served; nginx: Served }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      ours: await drain(servers.ours, `/speedtest/garbage?ckSize=${FILE_MIB}`, connections),
      nginx: await drain(servers.nginx, '/file', connections),
    });
  }
  return {
    connections,
    ours: medianOf(rounds.map(({ ours }) => ours)),
    nginx: medianOf(rounds.map(({ nginx }) => nginx)),
    share: median(rounds.map(({ ours, nginx }) => ours.bytesPerSecond / nginx.bytesPerSecond)),
  };
}

/** A stream that has transferred some MiB and then stalls, like that of a slow client. */
function openStream(port: number, number: number, direction: 'down' | 'up'): Promise<Socket> {
  const from = `X-Forwarded-For: 198.51.${Math.floor(number / 250)}.${1 + (number % 250)}`;
  const get = `GET /speedtest/garbage?ckSize=${FILE_MIB} HTTP/1.1\r\nHost: localhost\r\n${from}\r\n\r\n`;
  const post = `POST /speedtest/empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${25 * MIB}\r\n${from}\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1' });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    let received = 0;
    socket.on('data', (part: Buffer) => {
      received += part.length;
      if (direction === 'up') reject(new Error(`an upload is refused: ${part.toString().slice(0, 80)}`));
      else if (received >= STREAM_MIB * MIB) {
        socket.pause();
        resolve(socket);
      }
    });
    if (direction === 'down') socket.write(get);
    else {
      socket.write(post);
      socket.write(Buffer.alloc(STREAM_MIB * MIB), () => resolve(socket));
    }
  });
}

/**
 * Resident bytes per open stream: of the same streams a second time, so that a one-time warm-up
 * does not count.
 */
async function measureMemory(server: Server): Promise<number> {
  let added = Number.NaN;
  for (const _ of ['warm up', 'measure']) {
    const before = residentBytes(server.pid);
    const numbers = Array.from({ length: STREAMS }, (_stream, index) => index);
    const sockets = await Promise.all(
      numbers.map((number) => openStream(server.port, number, number % 2 === 0 ? 'down' : 'up')),
    );
    added = (residentBytes(server.pid) - before) / STREAMS;
    for (const socket of sockets) socket.destroy();
    await sleep(500);
  }
  return added;
}

type Measured = { readonly throughputs: readonly Throughput[]; readonly bytesPerStream: number };

async function bench(folder: string): Promise<Measured> {
  writeFileSync(join(folder, 'file'), randomBytes(FILE_MIB * MIB));
  const ours = await startSpeedTest(folder);
  try {
    const nginx = await startNginx(folder);
    try {
      const throughputs: Throughput[] = [];
      for (const connections of CONNECTIONS) {
        say(`Reading over ${connections} connections …`);
        throughputs.push(await compare({ ours, nginx }, connections));
      }
      say(`Opening ${STREAMS} streams …`);
      return { throughputs, bytesPerStream: await measureMemory(ours) };
    } finally {
      await nginx.stop();
    }
  } finally {
    await ours.stop();
  }
}

function report({ throughputs, bytesPerStream }: Measured): boolean {
  const describe = ({ bytesPerSecond, processor }: Served) =>
    `${((bytesPerSecond * 8) / 1e9).toFixed(1)} Gbps, ${processor.toFixed(2)} s of processor time a GB`;
  const verdict = (reached: boolean) => (reached ? 'reached' : '**not reached**');
  console.log('| Speed-test server | Wanted | Measured | |\n|---|--:|--:|---|');
  for (const { connections, share } of throughputs) {
    const name = connections === 1 ? 'One stream' : `${connections} streams`;
    const measured = `${(share * 100).toFixed(0)} %`;
    console.log(
      `| ${name}, against nginx | ≥ ${LEAST_SHARE * 100} % | ${measured} | ${verdict(share >= LEAST_SHARE)} |`,
    );
  }
  const kept = bytesPerStream <= MOST_BYTES_PER_STREAM;
  console.log(`| Memory that a stream adds | ≤ 1 MB | ${(bytesPerStream / MIB).toFixed(2)} MB | ${verdict(kept)} |`);
  for (const { connections, ours, nginx } of throughputs) {
    console.log(`\nOver ${connections}: ours ${describe(ours)}; nginx ${describe(nginx)}.`);
  }
  return kept && throughputs.every(({ share }) => share >= LEAST_SHARE);
}

const missing = findNginx();
const folder = mkdtempSync(join(tmpdir(), 'speed-test-bench-'));
// nginx may read the file under an account of its own.
chmodSync(folder, 0o755);
try {
  if (missing !== null) console.log(missing);
  else if (!report(await bench(folder))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
