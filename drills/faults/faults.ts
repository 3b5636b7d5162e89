import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUTS } from '@portal/sandbox/sandbox-options';
import type { Chance } from '../../bench/crash/random.ts';
import type { FaultBed } from './fault-bed.ts';

/** A fault that is caused while customers pay, write and use their lines. */
export type Fault = {
  readonly name: string;
  /** Causes it and ends it; resolves with what was counted. */
  readonly run: (bed: FaultBed, chance: Chance) => Promise<string>;
  /** Of every refusal meanwhile, in ms. */
  readonly refusedWithinMs: number;
  /** After its end, in ms. */
  readonly readyWithinMs: number;
};

/** Threats P3, P4, P7, M4 and goal G10 (docs/security.md). */
const REFUSED_WITHIN_MS = 3000;
/**
 * Where the refusal says that a gateway does not answer: its timeout and 2 s. That may be for any fault:
 * a call waits so long for the page that another had begun to open.
 */
export const GATEWAY_REFUSED_WITHIN_MS = 5000;
/**
 * No statement is too slow, but many follow each other: a request may wait for connections for 2.5 s, its
 * transactions are given up after 2.5 s in all, and there is what it reads before them.
 */
const SLOW_WIRE_REFUSED_WITHIN_MS = 8000;
const READY_WITHIN_MS = 10_000;
const goals = { refusedWithinMs: REFUSED_WITHIN_MS, readyWithinMs: READY_WITHIN_MS };

const HANG_MS = [20_000, 60_000] as const;
const CUT_WITHIN_MS = 15_000;
const SECOND_MS = 1000;

/** How much of each: a minute of all, or what the goals name. */
export type Amounts = {
  readonly cuts: number;
  readonly restarts: number;
  readonly seconds: number;
  readonly gatewaySeconds: number;
};
export const SHORT: Amounts = { cuts: 10, restarts: 2, seconds: 5, gatewaySeconds: 15 };
export const FULL: Amounts = { cuts: 200, restarts: 30, seconds: 60, gatewaySeconds: 600 };

/** Cuts the connection at one COMMIT; false when none came in time. */
async function cutOnce({ proxy }: FaultBed, point: 'unsent' | 'unanswered', count: number): Promise<boolean> {
  const cut = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => cut.resolve(false), CUT_WITHIN_MS);
  proxy.arm({ point, count, strike: () => cut.resolve(true) });
  const isCut = await cut.promise;
  clearTimeout(timeout);
  proxy.arm(null);
  return isCut;
}

const cutAtCommit = (point: 'unsent' | 'unanswered', cuts: number): Fault => ({
  ...goals,
  name: point === 'unsent' ? 'connections cut before a COMMIT arrives' : 'connections cut after a COMMIT, unanswered',
  run: async (bed, chance) => {
    let hits = 0;
    for (let left = cuts; left > 0; left--) if (await cutOnce(bed, point, 1 + chance.whole(20))) hits++;
    return `${hits} of ${cuts} cuts`;
  },
});

/** 30 % errors and 30 % hangs at every gateway. */
function breakGateways({ sandbox }: FaultBed, chance: Chance): void {
  for (const gateway of CHECKOUTS) {
    for (const operation of ['initialize', 'verify'] as const) {
      const draw = chance.whole(10);
      const delayMs = HANG_MS[0] + chance.whole(HANG_MS[1] - HANG_MS[0]);
      const when = chance.pick(['before', 'after']);
      if (draw < 3) sandbox.handle.addFault({ gateway, operation, when, mode: 'error', status: 502, times: 1 });
      else if (draw < 6) sandbox.handle.addFault({ gateway, operation, when, mode: 'hang', delayMs, times: 1 });
    }
  }
}

const clockJump = (file: string, jump: string, seconds: number): Fault => ({
  ...goals,
  name: `the clock of the portal jumps by ${jump}`,
  run: async () => {
    writeFileSync(file, jump);
    await sleep(seconds * SECOND_MS);
    writeFileSync(file, '+0');
    return `${seconds} s`;
  },
});

/** All of them, in the order in which they are caused. `clockFile` is null where no clock can be changed. */
export function listFaults(amounts: Amounts, clockFile: string | null): Fault[] {
  const { cuts, restarts, seconds, gatewaySeconds } = amounts;
  return [
    cutAtCommit('unsent', cuts),
    cutAtCommit('unanswered', cuts),
    {
      ...goals,
      name: 'every message to and from the database takes 200 ms',
      refusedWithinMs: SLOW_WIRE_REFUSED_WITHIN_MS,
      run: async ({ proxy }) => {
        proxy.delay(200);
        await sleep(seconds * SECOND_MS);
        proxy.delay(0);
        return `${seconds} s`;
      },
    },
    {
      ...goals,
      name: 'the database is stopped and started',
      run: async (bed, chance) => {
        for (let left = restarts; left > 0; left--) {
          await bed.restartDatabase(chance.whole(3000));
          await bed.untilReady(READY_WITHIN_MS);
          await sleep(SECOND_MS);
        }
        return `${restarts} times`;
      },
    },
    {
      ...goals,
      name: '30 % errors and 30 % hangs at the gateways',
      run: async (bed, chance) => {
        for (let left = gatewaySeconds * 2; left > 0; left--) {
          bed.sandbox.handle.clearFaults();
          breakGateways(bed, chance);
          await sleep(SECOND_MS / 2);
        }
        bed.sandbox.handle.clearFaults();
        return `${gatewaySeconds} s`;
      },
    },
    {
      ...goals,
      name: 'Redis does not answer',
      run: async ({ redis }) => {
        redis.freeze();
        await sleep(seconds * SECOND_MS);
        redis.thaw();
        return `${seconds} s`;
      },
    },
    {
      ...goals,
      name: 'Redis is killed, and comes back empty',
      run: async ({ redis }) => {
        await redis.restart();
        await sleep(seconds * SECOND_MS);
        return `${seconds} s`;
      },
    },
    ...(clockFile === null ? [] : [clockJump(clockFile, '+1d', seconds), clockJump(clockFile, '-1d', seconds)]),
    {
      ...goals,
      name: 'the names of the gateways do not resolve',
      run: async (bed) => {
        await bed.restartPortal(bed.withoutNames);
        await sleep(seconds * SECOND_MS);
        await bed.restartPortal({});
        return `${seconds} s`;
      },
    },
  ];
}
