import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/connection.ts';
import { readDatabaseClock } from './clock.repository.ts';

/** More than the drift of synchronised machines, less than any billing period. */
const TOLERATED_MS = 60_000;
const LOGGED_EVERY_MS = 60_000;

export type ClockGuard = {
  /**
   * Whether this machine's clock and the database's are at most a minute apart; queries the
   * database, and throws when it does not answer.
   */
  readonly isRight: () => Promise<boolean>;
};

/**
 * Compares this machine's clock with the database's (threats P7: everything expires by one clock).
 * A wrong clock is logged at level error, once a minute, and measured in `/metrics`
 * (`clock_drift_seconds`). A test clock is never wrong.
 */
export function createClockGuard(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly isMoved: boolean;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly metricsRegistry: Registry;
}): ClockGuard {
  const gauge = new Gauge({
    name: 'clock_drift_seconds',
    help: 'How far the clock of this machine is from the clock of the database, in either direction.',
    registers: [deps.metricsRegistry],
  });
  let loggedAt = Number.NEGATIVE_INFINITY;
  const isRight = async (): Promise<boolean> => {
    const before = deps.clock().getTime();
    const now = (await readDatabaseClock(deps.database)).getTime();
    const after = deps.clock().getTime();
    const driftMs = deps.isMoved ? 0 : Math.max(before - now, now - after, 0);
    gauge.set(driftMs / 1000);
    const isNear = driftMs <= TOLERATED_MS;
    if (!isNear && Math.abs(after - loggedAt) >= LOGGED_EVERY_MS) {
      loggedAt = after;
      const driftS = Math.round(driftMs / 1000);
      deps.logger.error({ driftS }, 'the clock of this machine is wrong: nothing that moves money is begun by itself');
    }
    return isNear;
  };
  return { isRight };
}
