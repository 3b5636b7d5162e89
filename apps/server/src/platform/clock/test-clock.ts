import type { Clock } from '@portal/kernel/clock';
import type { FastifyInstance } from 'fastify';

/** The present time, and a way to advance it. */
export type TestClock = { readonly now: Clock; readonly moveOn: (ms: number) => void };

export function createTestClock(real: Clock): TestClock {
  let movedMs = 0;
  return {
    now: () => new Date(real().getTime() + movedMs),
    moveOn: (ms) => {
      movedMs += ms;
    },
  };
}

const YEAR_MS = 366 * 24 * 3_600_000;
const MOVE = {
  type: 'object',
  required: ['forwardMs'],
  additionalProperties: false,
  properties: { forwardMs: { type: 'integer', minimum: 0, maximum: YEAR_MS } },
} as const;

/**
 * POST /clock, for tests only: advances the clock and runs all jobs, so that they process what is
 * due by then. It moves only forward. Anyone who can call it can end every customer's month.
 */
export function registerClockControl(scope: FastifyInstance, clock: TestClock, wakeJobs: () => void): void {
  scope.post<{ Body: { forwardMs: number } }>('/clock', { schema: { body: MOVE } }, async ({ body }) => {
    clock.moveOn(body.forwardMs);
    wakeJobs();
    return { now: clock.now().toISOString() };
  });
}
