import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { watchOtherWork } from '../load/processor-time.ts';
import { inFolder } from '../portal/in-folder.ts';
import { residentBytes } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printGoals } from '../print-goals.ts';
import { createInstallation, type Installation } from './installation.ts';
import { type MonthDropped, measureMonth } from './measure-month.ts';
import { measurePages, type TimedCall } from './measure-pages.ts';
import { measureRenewals, type Renewals } from './measure-renewals.ts';
import { measureSearch, REPORTS, type StaffCall } from './measure-search.ts';

// What does not change for customers and staff while an installation grows a thousandfold.

const MOST_RATIO = 1.5;
/** Below this a difference is the machine's, not the tables'. */
const NOISE_MS = 1;
const MOST_SEARCH_MS = 300;
const MOST_RENEWAL_MINUTES = 20;
const MOST_START_MS = 3000;
const MOST_MEGABYTES = 600;
const MOST_WRITE_MS = 100;
const FEW = 1000;
const STARTS = 3;
/** A portal that has started reads all lines of the network once. */
const REST_MS = 30_000;
const MEGABYTE = 1024 * 1024;

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '1000000' },
    records: { type: 'string', default: '100000000' },
    // Where the large database is kept for the next run, without the months that went in this one.
    folder: { type: 'string' },
  },
});
const CUSTOMERS = Number(values.customers);
const RECORDS = Number(values.records);

const say = (message: string): void => console.error(message);

type Measured = {
  readonly pages: readonly TimedCall[];
  readonly staff: readonly StaffCall[];
  readonly renewals: Renewals;
  readonly startsMs: readonly number[];
  /** Of the small installation, for comparison. */
  readonly fewStartsMs: readonly number[];
  readonly megabytes: number;
  readonly month: MonthDropped;
  readonly otherWork: number;
};

/** Rows and bytes, so that a reader knows what was measured. */
async function describe({ database }: Installation): Promise<string> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select format('%s: %s rows, %s', coalesce(parent.relname, c.relname), to_char(sum(greatest(c.reltuples, 0)), 'FM999,999,999'), pg_size_pretty(sum(pg_total_relation_size(c.oid)))) as line
       from pg_class c left join pg_inherits on inhrelid = c.oid left join pg_class parent on parent.oid = inhparent
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       group by coalesce(parent.relname, c.relname) having sum(pg_total_relation_size(c.oid)) > 1000000 order by sum(pg_total_relation_size(c.oid)) desc limit 12`,
    );
    return rows.map(({ line }) => line).join('; ');
  });
}

async function measure(few: Installation, many: Installation): Promise<Measured> {
  await sleep(REST_MS);
  const otherWork = watchOtherWork();
  say('Customers load their pages …');
  const pages = await measurePages(few, many);
  say('Staff search …');
  const staff = await measureSearch(many, CUSTOMERS);
  say('A month goes …');
  const month = await measureMonth(many);
  say('A day is renewed …');
  const renewals = await measureRenewals(many, CUSTOMERS);
  const megabytes = residentBytes(many.portal.pid) / MEGABYTE;
  const startsMs: number[] = [];
  const fewStartsMs: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    startsMs.push((await many.restart()).readyAfterMs);
    fewStartsMs.push((await few.restart()).readyAfterMs);
  }
  return { pages, staff, renewals, startsMs, fewStartsMs, megabytes, month, otherWork: otherWork() };
}

function printDetails({ pages, staff, month, startsMs, fewStartsMs, otherWork }: Measured): void {
  console.log(`\n| Customer's call | p50 at ${FEW}, ms | p50 at ${CUSTOMERS}, ms | |\n|---|--:|--:|--:|`);
  for (const { path, fewMs, manyMs } of pages)
    console.log(`| ${path} | ${fewMs.toFixed(2)} | ${manyMs.toFixed(2)} | ${(manyMs / fewMs).toFixed(2)}× |`);
  console.log('\n| Staff | p50 ms | p95 ms |\n|---|--:|--:|');
  for (const { name, p50Ms, p95Ms } of staff) console.log(`| ${name} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)} |`);
  const line = ({ packets, usage }: MonthDropped['quiet']) =>
    `packets p50 ${packets.p50Ms.toFixed(1)}, p99 ${packets.p99Ms.toFixed(1)}, slowest ${packets.slowestMs.toFixed(0)} ms; GET /api/user/usage p99 ${usage.p99Ms.toFixed(1)} ms`;
  console.log(
    `\nWithout the job: ${line(month.quiet)}.  \nWith it: ${line(month.during)}; ${month.dropped} partitions, ${month.gigabytes.toFixed(1)} GB, in ${month.seconds.toFixed(1)} s.  \nStarts: ${startsMs.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')}, with ${FEW} customers ${fewStartsMs.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')}.  \nOther programs took ${(otherWork * 100).toFixed(0)} % of the processors.`,
  );
}

function judge(measured: Measured): boolean {
  const { pages, staff, renewals, startsMs, megabytes, month } = measured;
  const slower = pages.filter(({ fewMs, manyMs }) => manyMs > fewMs * MOST_RATIO && manyMs - fewMs > NOISE_MS);
  const worst = pages.toSorted((a, b) => b.manyMs / b.fewMs - a.manyMs / a.fewMs)[0];
  const search = Math.max(...staff.filter(({ name }) => !REPORTS.includes(name)).map(({ p95Ms }) => p95Ms));
  const start = startsMs.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  const refused = month.during.packets.refused + month.during.usage.errors;
  return printGoals([
    [
      `${pages.length} calls of customers' pages, p50 against ${FEW} customers`,
      `${worst ? (worst.manyMs / worst.fewMs).toFixed(2) : '?'}× (${worst?.path})`,
      `≤ ${MOST_RATIO}×, or ${NOISE_MS} ms`,
      slower.length === 0,
    ],
    ['Staff search and lists, p95', `${search.toFixed(0)} ms`, `≤ ${MOST_SEARCH_MS} ms`, search <= MOST_SEARCH_MS],
    [
      `A day's renewals, ${renewals.lines} lines`,
      `${(renewals.seconds / 60).toFixed(1)} min, ${renewals.invoices} invoices`,
      `≤ ${MOST_RENEWAL_MINUTES} min, each once`,
      renewals.seconds <= MOST_RENEWAL_MINUTES * 60 && renewals.invoices === renewals.lines,
    ],
    [
      'Start on a running database',
      `${(start / 1000).toFixed(2)} s`,
      `≤ ${MOST_START_MS / 1000} s`,
      start <= MOST_START_MS,
    ],
    [
      'Resident memory of the portal',
      `${megabytes.toFixed(0)} MB`,
      `≤ ${MOST_MEGABYTES} MB`,
      megabytes <= MOST_MEGABYTES,
    ],
    [
      'p99 of accounting packets while months go',
      `${month.during.packets.p99Ms.toFixed(1)} ms, ${refused} refused, ${month.dropped} dropped`,
      `≤ ${MOST_WRITE_MS} ms, 0 refused`,
      month.during.packets.p99Ms <= MOST_WRITE_MS && refused === 0 && month.dropped > 0,
    ],
  ]);
}

await inFolder('growth', async (folder) => {
  const installations: Installation[] = [];
  try {
    say(`Filling a database with ${FEW} customers …`);
    const few = await createInstallation(folder, FEW, Math.ceil((RECORDS / CUSTOMERS) * FEW));
    installations.push(few);
    const since = performance.now();
    say(`Filling a database with ${CUSTOMERS} customers and ${RECORDS} accounting records …`);
    const many = await createInstallation(values.folder ?? folder, CUSTOMERS, RECORDS);
    installations.push(many);
    const minutes = (performance.now() - since) / 60_000;
    console.log(`Ready after ${minutes.toFixed(1)} minutes. ${await describe(many)}.`);
    const measured = await measure(few, many);
    const reached = judge(measured);
    printDetails(measured);
    return reached;
  } finally {
    for (const installation of installations) await installation.stop();
  }
});
