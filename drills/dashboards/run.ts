import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder } from '../../bench/portal/in-folder.ts';
import { withClient } from '../../bench/portal/seed-bench-data.ts';
import type { Query } from '../../tools/dashboards/dashboard-source.ts';
import { dashboards } from '../../tools/dashboards/write-dashboards.ts';
import { startActivity } from '../portals/customers.ts';
import { METRICS_TOKEN, startPortals } from '../portals/start-portals.ts';
import { type Prometheus, readRules, type Sample, startPrometheus, waitUntil } from '../prometheus/start-prometheus.ts';

// Does each panel of each dashboard show something? Two portals under load, scraped by a real
// Prometheus with the shipped configuration; each query is asked as Grafana would ask it.

const SCRAPE_S = 2;
/** As Grafana derives it from the interval: at least four scrapes. */
const RATE_INTERVAL = `${SCRAPE_S * 10}s`;
const TURNS = 40;
const WITHIN_MS = 180_000;

/** Panels that may be empty here, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Age of the last backup and drill': 'no backup is made here; its own drill shows the metric',
};

/** Panels of events that the load provokes: a zero would show nothing. */
const PROVOKED: ReadonlySet<string> = new Set([
  'Requests',
  'Refusals by route',
  'Open discrepancies',
  'Outcomes by gateway',
  'Webhooks by outcome',
  'Accounting packets',
  'Open sessions',
  'Attempts to send',
  'Chats that wait for an agent',
  'Open sockets',
]);

type Answer = { readonly title: string; readonly query: Query; readonly samples: readonly Sample[] };

async function ask(prometheus: Prometheus, query: Query): Promise<readonly Sample[]> {
  const samples = await prometheus.query(query.expr.replaceAll('$__rate_interval', RATE_INTERVAL));
  // A quantile of nothing is NaN, which Grafana draws as a gap.
  return samples.filter(({ value: [, number] }) => number !== 'NaN');
}

function nameOf({ metric }: Sample, legend: string): string {
  return legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
}

function print(dashboard: string, { title, query, samples }: Answer): void {
  const first = samples
    .slice(0, 3)
    .map((sample) => `${nameOf(sample, query.legend)} ${Number(sample.value[1]).toPrecision(3)}`);
  const more = samples.length > 3 ? `, and ${samples.length - 3} more` : '';
  const answer =
    samples.length === 0 ? `nothing${EXCEPTIONS[title] ? `: ${EXCEPTIONS[title]}` : ''}` : first.join(', ') + more;
  console.log(`  ${dashboard} | ${title} | ${answer}`);
}

async function askAll(prometheus: Prometheus): Promise<{ readonly dashboard: string; readonly answer: Answer }[]> {
  const asked = dashboards.flatMap(({ title: dashboard, panels }) =>
    panels.flatMap(({ title, queries }) =>
      queries.map(async (query) => ({ dashboard, answer: { title, query, samples: await ask(prometheus, query) } })),
    ),
  );
  return Promise.all(asked);
}

function isEmpty({ title, samples }: Answer): boolean {
  const shown = PROVOKED.has(title) ? samples.filter(({ value: [, number] }) => Number(number) > 0) : samples;
  return shown.length === 0 && EXCEPTIONS[title] === undefined;
}

/** A payment that only the gateway knows. */
const DISCREPANCY = `insert into gateway_discrepancies (gateway, reference, kind, gateway_status, found_at)
  values ('paystack', 'DRILL', 'unknown-reference', 'success', now())`;

async function check(folder: string): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const portals = await startPortals(folder, running);
  const prometheus = await startPrometheus({
    folder,
    portals: portals.ports.map((port) => `127.0.0.1:${port}`),
    metricsToken: METRICS_TOKEN,
    intervalS: SCRAPE_S,
    rules: readRules(),
  });
  running.defer(() => prometheus.stop());
  await withClient(portals.database, (client) => client.query(DISCREPANCY));
  const failures: unknown[] = [];
  const activity = startActivity(portals, (error) => failures.push(error));
  running.defer(() => activity.stop());
  console.error('Two portals, a Prometheus and customers are at work …');
  const isDone = await waitUntil(async () => {
    if (activity.turns() < TURNS) return false;
    return !(await askAll(prometheus)).some(({ answer }) => isEmpty(answer));
  }, WITHIN_MS);
  if (!isDone) console.error('Not every panel has an answer:');
  await sleep(SCRAPE_S * 1000);
  const answers = await askAll(prometheus);
  for (const { dashboard, answer } of answers) print(dashboard, answer);
  const empty = answers.filter(({ answer }) => isEmpty(answer));
  console.log(
    `${answers.length} queries of ${dashboards.length} dashboards, ${empty.length} without an answer; ${activity.turns()} turns, ${failures.length} of them failed`,
  );
  for (const failure of failures.slice(0, 3)) console.error(failure);
  console.log(`${answers.length - empty.length} passed, ${empty.length} failed`);
  return empty.length === 0;
}

await inFolder('dashboards', check);
