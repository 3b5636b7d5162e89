import { lagosPeriod } from '@portal/kernel/calendar';
import type pg from 'pg';
import { beginningOf, type Month, monthAfter, monthsBetween, partitionOf } from './month.policy.ts';
import { listPartitions, openPartitionSession, type RunSql, untilLocked } from './partition-session.ts';
import { RETENTION, type Retention } from './retention.ts';

/** Months after the present one for which there are partitions. */
const AHEAD = 3;

/**
 * PostgreSQL gives a partition the keys, indexes, foreign keys and row triggers of its table, but no
 * triggers of statements: they would not guard a statement that names the partition.
 */
const STATEMENT_TRIGGERS = `select replace(pg_get_triggerdef(oid), ' ON public.' || $1 || ' ', ' ON public.' || $2 || ' ') as text
  from pg_trigger where tgrelid = $1::text::regclass and not tgisinternal and tgtype & 1 = 0`;

/**
 * Attaching takes a lock that customers' reads and writes of the table do not wait for; creating a
 * partition in its place would take one that they do.
 */
async function makeMonth(run: RunSql, { table, fillfactor = 100 }: Retention, month: Month): Promise<void> {
  const name = partitionOf(table, month);
  await run('begin');
  try {
    await run(
      `create table ${name} (like ${table} including defaults including constraints) with (fillfactor = ${fillfactor})`,
    );
    for (const { text } of await run<{ text: string }>(STATEMENT_TRIGGERS, [table, name])) await run(text);
    await run(
      `alter table ${table} attach partition ${name}
       for values from ('${beginningOf(month)}') to ('${beginningOf(monthAfter(month, 1))}')`,
    );
    await run('commit');
  } catch (error) {
    await run('rollback');
    throw error;
  }
}

/**
 * Makes the partitions up to three months after `now` where they are missing, so that no insert ever
 * finds none. Returns their names. The connection is to be closed afterwards.
 */
export async function makeMonthsAhead(run: RunSql, now: Date): Promise<string[]> {
  const made: string[] = [];
  for (const retention of RETENTION.filter(({ by }) => by === 'partition')) {
    const attached = (await listPartitions(run, retention.table)).filter(({ state }) => state === 'attached');
    const last = attached.at(-1)?.last;
    if (last === undefined) throw new Error(`${retention.table} has no partition`);
    for (const month of monthsBetween(last, monthAfter(lagosPeriod(now), AHEAD))) {
      await untilLocked(() => makeMonth(run, retention, month));
      made.push(partitionOf(retention.table, month));
    }
  }
  return made;
}

/** The same on a new connection, by PostgreSQL's clock; nothing where another instance is at it. */
export async function makeMonthsAtStart(client: pg.Client): Promise<void> {
  const run = await openPartitionSession(client);
  const [row] = (await run?.<{ now: Date }>('select now()')) ?? [];
  if (run && row) await makeMonthsAhead(run, row.now);
}
