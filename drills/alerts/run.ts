import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { findAlertmanager } from '../../tools/run/programs/find-prometheus.ts';
import { startActivity } from '../portals/customers.ts';
import { type MailServer, startMailServer } from '../portals/mail-server.ts';
import { METRICS_TOKEN, type Portals, startPortals } from '../portals/start-portals.ts';
import { startAlertmanager } from '../prometheus/start-alertmanager.ts';
import { type Prometheus, readRules, startPrometheus, waitUntil } from '../prometheus/start-prometheus.ts';
import { BATCHES, type Cause, NOT_CAUSED, recordBackups } from './causes.ts';
import { shortenRules } from './shorten-rules.ts';

// Causes alerts for real and ends them again: two portals under load, a real Prometheus with the
// shipped rules, of which only the times are shortened.

// `--only DirectoryUnusable` causes that alert alone.
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;

const SCRAPE_S = 1;
/** Gauges that cost a query are read every half minute. */
const WITHIN_MS = 120_000;
const AGAIN_EVERY_MS = 2000;
const TURNS_BEFORE = 20;

type Result = {
  readonly alert: string;
  readonly how: string;
  readonly firesAfterS: number | null;
  readonly silentAfterS: number | null;
  /** That it fires and that it is over. */
  readonly isMailed: boolean;
};

type Watch = {
  readonly prometheus: Prometheus;
  /** Where Alertmanager sends its mails; null without Alertmanager. */
  readonly mailbox: MailServer | null;
};

const seconds = (since: number): number => Math.round((performance.now() - since) / 1000);
const say = (message: string): void => console.error(message);

/** Seconds from a moment until the alert is there, or gone; null when it was not in time. */
async function waitFor(prometheus: Prometheus, alert: string, isThere: boolean, startedAt: number) {
  const isSo = await waitUntil(async () => (await prometheus.firing()).has(alert) === isThere, WITHIN_MS);
  return isSo ? seconds(startedAt) : null;
}

/** Whether Alertmanager has sent a mail about an alert; true where there is none to send it. */
function waitForMail(mailbox: MailServer | null, alert: string, state: 'FIRING' | 'RESOLVED'): Promise<boolean> {
  const isIt = (subject: string) => subject.includes(`[${state}`) && subject.includes(` ${alert} `);
  return waitUntil(() => mailbox === null || mailbox.subjects().some(isIt), WITHIN_MS);
}

/** Goes on causing until the returned function is called. */
function keepCausing({ keepOn }: Cause, portals: Portals): () => Promise<void> {
  let isOver = false;
  const work = async (): Promise<void> => {
    while (keepOn && !isOver) {
      await Promise.resolve(keepOn(portals)).catch(say);
      await sleep(AGAIN_EVERY_MS);
    }
  };
  const running = work();
  return async () => {
    isOver = true;
    await running;
  };
}

async function runCause(cause: Cause, portals: Portals, watch: Watch): Promise<Result[]> {
  const { prometheus, mailbox } = watch;
  const begunAt = performance.now();
  await cause.begin(portals);
  const stop = keepCausing(cause, portals);
  const fired = await Promise.all(cause.alerts.map((alert) => waitFor(prometheus, alert, true, begunAt)));
  const mailed = await Promise.all(cause.alerts.map((alert) => waitForMail(mailbox, alert, 'FIRING')));
  await stop();
  const endedAt = performance.now();
  await cause.end(portals);
  const silent = await Promise.all(cause.alerts.map((alert) => waitFor(prometheus, alert, false, endedAt)));
  const mailedAgain = await Promise.all(cause.alerts.map((alert) => waitForMail(mailbox, alert, 'RESOLVED')));
  return cause.alerts.map((alert, index) => {
    const isMailed = mailed[index] === true && mailedAgain[index] === true;
    const [firesAfterS = null, silentAfterS = null] = [fired[index], silent[index]];
    const result = { alert, how: cause.how, firesAfterS, silentAfterS, isMailed };
    say(`  ${alert}: fires after ${result.firesAfterS} s, silent ${result.silentAfterS} s after its end`);
    return result;
  });
}

function report(results: readonly Result[]): boolean {
  const alerts = readRules().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const cell = (time: number | null) => (time === null ? 'NEVER' : `${time} s`);
  console.log('| Alert | Cause | Fires after | Silent after its end |\n|---|---|--:|--:|');
  for (const { alert, how, firesAfterS, silentAfterS } of results)
    console.log(`| ${alert} | ${how} | ${cell(firesAfterS)} | ${cell(silentAfterS)} |`);
  for (const [alert, why] of Object.entries(NOT_CAUSED)) console.log(`| ${alert} | not caused: ${why} | | |`);
  const failed = results.filter(
    ({ firesAfterS, silentAfterS, isMailed }) => firesAfterS === null || silentAfterS === null || !isMailed,
  );
  const unsent = results.filter(({ isMailed }) => !isMailed).map(({ alert }) => alert);
  if (unsent.length > 0) console.log(`Without both mails: ${unsent.join(', ')}`);
  const told = new Set([...results.map(({ alert }) => alert), ...Object.keys(NOT_CAUSED)]);
  const untold = only === undefined ? alerts.filter((alert) => !told.has(alert)) : [];
  if (untold.length > 0) console.log(`Neither caused nor explained: ${untold.join(', ')}`);
  const faults = failed.length + untold.length;
  console.log(`${results.length - failed.length} passed, ${faults} failed`);
  return faults === 0;
}

async function drill(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const portals = await startPortals(folder, running);
  await recordBackups(portals);
  const mailbox = await startMailServer();
  running.defer(() => mailbox.close());
  const program = findAlertmanager();
  const alertmanager = program === null ? null : await startAlertmanager({ program, folder, mailPort: mailbox.port });
  if (alertmanager) running.defer(() => alertmanager.stop());
  else say('No mails: Alertmanager is not installed (sudo apt-get install -y prometheus-alertmanager).');
  const prometheus = await startPrometheus({
    folder,
    ...(alertmanager ? { alertmanager: alertmanager.address } : {}),
    portals: portals.ports.map((port) => `127.0.0.1:${port}`),
    metricsToken: METRICS_TOKEN,
    intervalS: SCRAPE_S,
    rules: shortenRules(readRules()),
  });
  running.defer(() => prometheus.stop());
  // What a drill takes away fails the customers' calls: that is its purpose.
  const activity = startActivity(portals, () => undefined);
  running.defer(() => activity.stop());
  await waitUntil(() => activity.turns() >= TURNS_BEFORE, WITHIN_MS);
  const isQuiet = await waitUntil(async () => (await prometheus.firing()).size === 0, WITHIN_MS);
  say(isQuiet ? 'No alert fires. Causing …' : `Firing before anything is caused: ${[...(await prometheus.firing())]}`);
  const watch: Watch = { prometheus, mailbox: alertmanager ? mailbox : null };
  const results: Result[] = [];
  for (const batch of BATCHES) {
    const wanted = batch.filter(({ alerts }) => only === undefined || alerts.includes(only));
    results.push(...(await Promise.all(wanted.map((cause) => runCause(cause, portals, watch)))).flat());
  }
  if (results.length === 0) throw new Error(`no cause of this drill causes ${only}`);
  return report(results) && isQuiet;
}

await inFolder('alerts', drill);
