import { lagosPeriod } from '@portal/kernel/calendar';
import { beginningOf, lastExpired, monthAfter } from './month.policy.ts';
import { listPartitions, type Partition, type RunSql, untilLocked } from './partition-session.ts';
import { RETENTION, type Retention } from './retention.ts';

const ROWS_AT_ONCE = 1000;
/** A claim is needed until its insert is committed: seconds. */
const CLAIMS_KEPT = '1 hour';

/** Detaches a month without a lock that a read or write of the table waits for, and drops it. */
async function dropMonth(run: RunSql, { table, record }: Retention, { name, last, state }: Partition): Promise<void> {
  if (record && state === 'attached') {
    const [row] = await run<{ count: string }>(`select count(*) from ${name}`);
    await run(record, [name, row?.count, beginningOf(monthAfter(last, 1))]);
  }
  if (state === 'attached') await run(`alter table ${table} detach partition ${name} concurrently`);
  if (state === 'pending') await run(`alter table ${table} detach partition ${name} finalize`);
  await run(`drop table ${name}`);
}

async function dropMonths(run: RunSql, retention: Retention, now: Date): Promise<string[]> {
  const { table, unless } = retention;
  const expired = lastExpired(now, retention.months);
  const names = async () => (await listPartitions(run, table)).filter(({ last }) => last <= expired);
  if ((await names()).length === 0) return [];
  if (unless && (await run(unless, [`${expired}-01`])).length > 0) return [];
  const dropped: string[] = [];
  for (const { name } of await names()) {
    // Its state changes when an attempt gets only halfway.
    await untilLocked(async () => {
      const partition = (await names()).find((one) => one.name === name);
      if (partition) await dropMonth(run, retention, partition);
    });
    dropped.push(name);
  }
  return dropped;
}

/**
 * Moves rows that are still in use to the present month once theirs is two months old: lookups ask
 * the latest two months first, and nothing in use is dropped. Whoever has one of them locked meanwhile
 * gets a serialisation failure, and begins again.
 */
async function moveInUse(run: RunSql, { table, column, inUse }: Retention, now: Date, signal: AbortSignal) {
  const present = lagosPeriod(now);
  const older = (await listPartitions(run, table)).filter(({ last, state }) => {
    return state === 'attached' && last < monthAfter(present, -1);
  });
  for (const { name, last } of older) {
    // Through the whole table, since a row cannot leave a partition that is updated by its own name.
    const move = `update ${table} set ${column} = $1 where ${column} < $2 and tableoid = '${name}'::regclass and ${inUse}
      and ctid = any(array(select ctid from ${name} where ${inUse} limit ${ROWS_AT_ONCE})) returning 1`;
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && !signal.aborted; ) {
      const moved = await untilLocked(() => run(move, [`${present}-01`, beginningOf(monthAfter(last, 1))]));
      count = moved.length;
    }
  }
}

async function deleteRows(run: RunSql, retention: Retention, now: Date, signal: AbortSignal): Promise<void> {
  const { table, column, months, which = 'true' } = retention;
  const before = beginningOf(monthAfter(lastExpired(now, months), 1));
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && !signal.aborted; ) {
    const deleted = await run(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${column} < $1 and ${which} limit ${ROWS_AT_ONCE} for update skip locked
       )) returning 1`,
      [before],
    );
    count = deleted.length;
  }
}

/**
 * Drops the months and deletes the rows whose time is over (retention.ts). Returns the names of the
 * dropped partitions. Safe to repeat, and to end halfway. `tables`: all of them without it.
 */
export async function dropExpired(
  run: RunSql,
  now: Date,
  signal: AbortSignal,
  tables: readonly Retention[] = RETENTION,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const retention of tables) {
    if (signal.aborted) break;
    if (retention.inUse) await moveInUse(run, retention, now, signal);
    if (retention.by === 'partition') dropped.push(...(await dropMonths(run, retention, now)));
    else await deleteRows(run, retention, now, signal);
  }
  await run(`delete from insert_claims where made_at < now() - interval '${CLAIMS_KEPT}'`);
  return dropped;
}
