import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { type ProbeResult, probe } from './load/paced-probe.ts';
import { PASSWORD_COST } from './load/password-cost.ts';
import { watchOtherWork } from './load/processor-time.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, type RunningPortal, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { seedPortal, withClient } from './portal/seed-bench-data.ts';
import { type Billed, countBilled, lastInvoiceNumber, letThemBeDue, seedDueLines } from './portal/seed-due-lines.ts';
import { PASSWORD, signIn } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';

// The day on which the invoices of 100,000 subscriptions are due: issued within ten minutes, each
// once although the portal is killed halfway, and without delaying customers who load their own
// page meanwhile. Also the cost of a PDF of one of them.

const MOST_MINUTES = 10;
const MOST_P99_MS = 100;
const MOST_PDF_MS = 150;
const PROBES_PER_SECOND = 50;
const SESSIONS = 32;
const PDFS = 100;

// `--e-invoicing`: with documents registered with the sandbox's tax authority.
const { values } = parseArgs({
  options: { lines: { type: 'string', default: '100000' }, 'e-invoicing': { type: 'boolean', default: false } },
});
const ENV = values['e-invoicing'] ? { EINVOICING: 'on', SELLER_TAX_ID: '01234567-0001' } : {};
const LINES = Number(values.lines);

const say = (message: string): void => console.error(message);

type Stage = { readonly dataDir: string; readonly start: () => Promise<RunningPortal> };

const onDatabase = <R>(stage: Stage, work: Parameters<typeof withClient<R>>[1]): Promise<R> => {
  const database = findPortalDatabase(stage.dataDir);
  if (!database) throw new Error('the portal keeps no database in its data folder');
  return withClient(database.connection, work);
};

/** Resolves once this many invoices are numbered. */
const untilNumbered = (stage: Stage, count: number): Promise<void> =>
  onDatabase(stage, async (client) => {
    while ((await lastInvoiceNumber(client)) < count) await sleep(250);
  });

type Run = {
  readonly seconds: number;
  readonly probes: readonly ProbeResult[];
  readonly killedAt: number;
  readonly billed: Billed;
  readonly otherWork: number;
};

/** Runs the job until `count` are numbered, with customers loading their page meanwhile. */
async function workUntil(stage: Stage, portal: RunningPortal, cookies: readonly string[], count: number) {
  const since = performance.now();
  const probed = await probe(`${portal.origin}/api/user`, cookies, PROBES_PER_SECOND, untilNumbered(stage, count));
  return { probed, seconds: (performance.now() - since) / 1000 };
}

/**
 * The whole day: half of it, a kill, and the rest by the restarted portal. Only the time in which a
 * portal ran is counted.
 */
async function billAll(stage: Stage, first: RunningPortal, cookies: readonly string[]): Promise<Run> {
  const otherWork = watchOtherWork();
  await onDatabase(stage, letThemBeDue);
  const before = await workUntil(stage, first, cookies, LINES / 2);
  first.kill('process');
  await first.exited;
  const second = await stage.start();
  try {
    const killedAt = await onDatabase(stage, lastInvoiceNumber);
    say(`Killed after ${killedAt} invoices, and started again …`);
    const after = await workUntil(stage, second, cookies, LINES);
    // The job's last batch may not have sent all notices yet; another run must find nothing to do.
    await onDatabase(stage, letThemBeDue);
    await sleep(12_000);
    return {
      seconds: before.seconds + after.seconds,
      probes: [before.probed, after.probed],
      killedAt,
      billed: await onDatabase(stage, countBilled),
      otherWork: otherWork(),
    };
  } finally {
    await second.stop();
  }
}

const rank = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

type Printing = {
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly probed: ProbeResult;
};

/** PDFs of one invoice, one after the other, while others load their page. */
async function printPdfs(stage: Stage, portal: RunningPortal, cookies: readonly string[]): Promise<Printing> {
  const number = await onDatabase(stage, async (client) => {
    await client.query(
      `update user_subscriptions set next_renewal = now() + interval '6 days', next_step_at = now() where user_id = (select id from users where email = 'customer1@bench.example')`,
    );
    for (;;) {
      const { rows } = await client.query(
        "select invoice_number from invoices i join users u on u.id = i.user_id where u.email = 'customer1@bench.example'",
      );
      if (rows[0]) return String(rows[0].invoice_number);
      await sleep(250);
    }
  });
  const times: number[] = [];
  const print = async (): Promise<void> => {
    const since = performance.now();
    const answer = await fetch(`${portal.origin}/api/user/invoices/${number}/pdf`, {
      headers: { cookie: cookies[0] ?? '' },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    times.push(performance.now() - since);
    if (!answer.ok || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`no PDF: ${answer.status}`);
  };
  await print();
  const [firstMs = Number.NaN] = times.splice(0);
  const printing = (async () => {
    for (let count = 0; count < PDFS; count++) await print();
  })();
  const probed = await probe(`${portal.origin}/api/user`, cookies, PROBES_PER_SECOND, printing);
  times.sort((a, b) => a - b);
  return { firstMs, p50Ms: rank(times, 0.5), p99Ms: rank(times, 0.99), probed };
}

async function bench(folder: string): Promise<{ readonly run: Run; readonly printing: Printing }> {
  const stage = createStage(folder);
  const portal = await stage.start();
  try {
    const passwordHash = await hash(PASSWORD, PASSWORD_COST);
    const database = findPortalDatabase(stage.dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, passwordHash);
    const cookies = await signIn(portal.origin, SESSIONS);
    const printing = await printPdfs(stage, portal, cookies);
    say(`Filling the database with ${LINES} lines …`);
    await onDatabase(stage, (client) => seedDueLines(client, LINES));
    say('Their invoices are due …');
    return { run: await billAll(stage, portal, cookies), printing };
  } finally {
    await portal.stop();
  }
}

function createStage(folder: string): Stage {
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'portal.log');
  return { dataDir, start: async () => startPortal({ port: await findFreePort(), dataDir, logFile, env: ENV }) };
}

function report(run: Run, printing: Printing): boolean {
  const { billed } = run;
  const p99Ms = Math.max(...run.probes.map((each) => each.p99Ms));
  const errors = [...run.probes, printing.probed].reduce((sum, each) => sum + each.errors, 0);
  const isWhole = billed.lastNumber - billed.firstNumber + 1 === billed.invoices;
  const isOnce = [billed.invoices, billed.lines, billed.reminders, billed.mails].every((count) => count === LINES);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const reached = printGoals([
    [
      `Renewal run, ${LINES.toLocaleString('en')} lines`,
      `${(run.seconds / 60).toFixed(1)} min`,
      `≤ ${MOST_MINUTES} min`,
      run.seconds <= MOST_MINUTES * 60,
    ],
    ['p99 of GET /api/user meanwhile', ms(p99Ms), `≤ ${MOST_P99_MS} ms`, p99Ms <= MOST_P99_MS && errors === 0],
    [
      'Invoices, reminders and mails after a kill',
      `${billed.invoices}, ${billed.reminders}, ${billed.mails}`,
      `${LINES} each, no gap`,
      isWhole && isOnce,
    ],
    ['p99 of an invoice as PDF', ms(printing.p99Ms), `≤ ${MOST_PDF_MS} ms`, printing.p99Ms <= MOST_PDF_MS],
    [
      'p99 of GET /api/user while PDFs are drawn',
      ms(printing.probed.p99Ms),
      `≤ ${MOST_P99_MS} ms`,
      printing.probed.p99Ms <= MOST_P99_MS,
    ],
  ]);
  console.log(
    `\n${Math.round(LINES / run.seconds)} lines a second; killed after ${run.killedAt}; GET /api/user p50 ${run.probes.map((each) => each.p50Ms.toFixed(1)).join(' and ')} ms, ${errors} failed; ` +
      `the first PDF, which starts its thread, ${ms(printing.firstMs)}, the middle one ${ms(printing.p50Ms)}; other programs took ${(run.otherWork * 100).toFixed(0)} % of the processors.`,
  );
  return reached;
}

await inFolder('renewals', async (folder) => {
  const { run, printing } = await bench(folder);
  return report(run, printing);
});
