import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import type pg from 'pg';
import type { Check } from '../../bench/crash/check-ledger.ts';
import type { RequestLog } from './request-log.ts';

/** The installation under load. */
export type Site = {
  /** The port on 127.0.0.1 of the load balancer in front of the portals, their PUBLIC_URL. */
  readonly port: number;
  readonly sandbox: SandboxHandle;
  readonly sessionSecret: string;
  readonly networkToken: string;
  /** Of the clients' random choices. */
  readonly seed: number;
  /** Gets every request. */
  readonly log: RequestLog;
  /** Aborted when the drill is over. */
  readonly end: AbortSignal;
};

export const originOf = ({ port }: Site): string => `http://127.0.0.1:${port}`;

/** Load of one kind, which remembers what the portal has acknowledged. */
export type Client = {
  readonly name: string;
  /** Begins, or goes on. */
  readonly start: () => void;
  /** Begins nothing new. Resolves when everything begun is acknowledged. */
  readonly settle: () => Promise<void>;
  /** How many were acknowledged so far. */
  readonly acknowledged: () => number;
  /** After `settle`: compares what was acknowledged with the database. */
  readonly check: (database: pg.Client) => Promise<readonly Check[]>;
};

/**
 * Repeats a step, with a pause between two, from `start` to `settle`, which rejects when a step has
 * failed.
 */
export function createLoop(pauseMs: number, step: () => Promise<void>): Pick<Client, 'start' | 'settle'> {
  let isOn = false;
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (isOn) {
      await step();
      await sleep(pauseMs);
    }
  };
  return {
    start: () => {
      isOn = true;
      running = run();
      running.catch(() => undefined);
    },
    settle: async () => {
      isOn = false;
      await running;
    },
  };
}
