import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Check } from '../crash/check-ledger.ts';
import { residentBytes } from '../portal/program-process.ts';
import type { Fixture } from './fixture.ts';

/** A single bomb is answered within this time, and the portal grows by less than this (threat E4). */
const SLOWEST_MS = 200;
const MOST_BYTES = 20_000_000;
/** The best of these counts: other programs take time, and the portal collects garbage when it likes. */
const TRIES = 5;

const JSON_TYPE = { 'content-type': 'application/json' };
const keys = (count: number): string => Array.from({ length: count }, (_, n) => `"k${n}":1`).join();

type Bomb = {
  readonly name: string;
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

const BOMBS: readonly Bomb[] = [
  { name: 'a body of 1 MB', status: 413, body: `{"subject":"${'x'.repeat(1_000_000)}"}` },
  { name: 'a body of 60 KB', status: 422, body: `{"subject":"${'x'.repeat(60_000)}"}` },
  { name: 'ten thousand lists in each other', status: 400, body: `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}` },
  { name: 'a hundred thousand keys', status: 413, body: `{${keys(100_000)}}` },
  { name: 'as many keys as fit into 64 KB', status: 400, body: `{${keys(6000)}}` },
  { name: 'as many lists as fit into 64 KB', status: 422, body: `{"a":[${'[],'.repeat(20_000)}[]]}` },
  {
    name: '60 MB compressed into 60 KB',
    status: 415,
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(60_000_000)),
  },
  { name: 'headers of 100 KB', status: 431, headers: { 'x-bomb': 'x'.repeat(100_000) }, body: '{}' },
];

/** Linux alone says how much memory a process had at most since a moment. */
const HAS_PEAK = process.platform === 'linux';

/** From now on, peakBytes is the most that the process has had since. */
function resetPeak(pid: number): void {
  if (HAS_PEAK) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function peakBytes(pid: number): number {
  if (!HAS_PEAK) return residentBytes(pid);
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Sends one bomb at a time as a customer, and says what is wrong with the best of the answers. */
async function explode({ portal, client, headersOf }: Fixture, bomb: Bomb): Promise<string[]> {
  const statuses: number[] = [];
  let ms = Number.POSITIVE_INFINITY;
  let grownBytes = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) {
    resetPeak(portal.pid);
    const before = residentBytes(portal.pid);
    const answer = await client.send({
      method: 'POST',
      path: '/api/user/tickets',
      headers: { ...headersOf('customer', 'session'), ...JSON_TYPE, ...bomb.headers },
      body: bomb.body,
    });
    // A portal that hangs up on a long body may do so before its answer is read.
    if (answer.status === 0) continue;
    statuses.push(answer.status);
    ms = Math.min(ms, answer.ms);
    grownBytes = Math.min(grownBytes, peakBytes(portal.pid) - before);
  }
  const wrong: string[] = [];
  if (statuses.length === 0 || statuses.some((status) => status !== bomb.status))
    wrong.push(`${bomb.name}: answered ${statuses.join() || 'never'} in place of ${bomb.status}`);
  if (ms > SLOWEST_MS) wrong.push(`${bomb.name}: answered after ${Math.round(ms)} ms`);
  if (grownBytes > MOST_BYTES) wrong.push(`${bomb.name}: took ${Math.round(grownBytes / 1e6)} MB`);
  return wrong;
}

/** Requests that are small for who sends them and large for who reads them, one after the other. */
export async function sendBombs(fixture: Fixture): Promise<Check> {
  await fixture.restore();
  const wrong: string[] = [];
  for (const bomb of BOMBS) wrong.push(...(await explode(fixture, bomb)));
  return {
    name: 'a single bomb is refused within 200 ms and for less than 20 MB of memory',
    violations: wrong,
  };
}
