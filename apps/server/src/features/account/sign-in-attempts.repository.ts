import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { signInAttempts } from '../../database/schema/account.ts';

/** How often a key may fail before it has to wait, and the wait after the next failure; each further one doubles it. */
export type BackOff = {
  readonly freeFailures: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
};

/** Failures are forgotten after a day without another. */
const isForgotten = sql`${signInAttempts.lastFailureAt} < now() - interval '24 hours'`;

/**
 * Counts one attempt against a key as if it had failed, in one atomic statement, so that parallel attempts are counted one after the other.
 * False, counting nothing, while the key has to wait.
 */
export async function takeAttempt(database: Queryable, key: string, backOff: BackOff): Promise<boolean> {
  const failures = sql`case when ${isForgotten} then 1 else ${signInAttempts.failures} + 1 end`;
  const excess = sql`(${failures}) - ${backOff.freeFailures}::int`;
  const wait = sql`make_interval(secs => least(${backOff.longestWaitSeconds}::float8, ${backOff.firstWaitSeconds}::float8 * power(2, least(${excess}, 30) - 1)))`;
  const taken = await database
    .insert(signInAttempts)
    .values({ key, failures: 1, lastFailureAt: sql`now()` })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures,
        lastFailureAt: sql`now()`,
        blockedUntil: sql`case when ${excess} > 0 then now() + ${wait} end`,
      },
      setWhere: sql`${signInAttempts.blockedUntil} is null or ${signInAttempts.blockedUntil} <= now()`,
    })
    .returning({ key: signInAttempts.key });
  return taken.length === 1;
}

/** Whole seconds until the key may be tried again, at least 1. */
export async function secondsUntilFree(database: Queryable, key: string): Promise<number> {
  const [row] = await database
    .select({ seconds: sql<number>`ceil(extract(epoch from ${signInAttempts.blockedUntil} - now()))::int` })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key));
  return Math.max(1, row?.seconds ?? 1);
}

export async function forgetAttempts(database: Queryable, keys: readonly string[]): Promise<void> {
  await database.delete(signInAttempts).where(inArray(signInAttempts.key, [...keys]));
}

export async function deleteForgottenAttempts(database: Queryable): Promise<void> {
  await database.delete(signInAttempts).where(lt(signInAttempts.lastFailureAt, sql`now() - interval '24 hours'`));
}
