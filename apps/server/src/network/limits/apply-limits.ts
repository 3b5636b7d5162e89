import { lagosPeriod } from '@portal/kernel/calendar';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { limitsChanged } from '../events.ts';
import { listReachedBefore, writeLimits } from './limit.repository.ts';

export type ApplyLimitsDependencies = { readonly publish: Publish };

const LINES_AT_ONCE = 500;

/**
 * Puts in force what the plans of these lines do at the limit of their data, or lifts it, once for each
 * change, and has the access servers told of it: by CoA, and where a `stop` ends by a Disconnect. Part of
 * the transaction that counts, adds data or changes the plan. Safe to repeat.
 */
export async function applyLimits(
  { publish }: ApplyLimitsDependencies,
  tx: Transaction,
  order: {
    readonly lineIds: readonly number[];
    readonly now: Date;
    /** False where the caller has the access servers told itself. */
    readonly queue?: boolean;
  },
): Promise<void> {
  const { lineIds, now, queue = true } = order;
  const changes = await writeLimits(tx, { lineIds, period: lagosPeriod(now), now, queue });
  const reached = changes.filter(({ limited, limitedBefore }) => limited !== null && limitedBefore === null);
  const lifted = changes.filter(({ limited }) => limited === null);
  for (const [change, of] of [['reached', reached] as const, ['lifted', lifted] as const])
    if (of.length > 0) await publish(tx, limitsChanged, { lineIds: of.map(({ lineId }) => lineId), change });
}

/**
 * Lifts what was in force at the end of an earlier month, 500 lines in a transaction. Safe to repeat, also
 * at several instances at once.
 */
export async function liftPastLimits(
  deps: ApplyLimitsDependencies & { readonly database: Database },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (let lifted = LINES_AT_ONCE; lifted === LINES_AT_ONCE && !signal?.aborted; ) {
    const lineIds = await listReachedBefore(deps.database, lagosPeriod(now), LINES_AT_ONCE);
    lifted = lineIds.length;
    if (lifted > 0) await runTransaction(deps.database, (tx) => applyLimits(deps, tx, { lineIds, now }));
  }
}
