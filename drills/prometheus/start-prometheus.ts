import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { findFreePort, type RunningProgram, startProgram } from '../../bench/portal/program-process.ts';
import { findPrometheus } from '../../tools/run/programs/find-prometheus.ts';

/** The shipped configuration. */
const SHIPPED = join(import.meta.dirname, '../../deploy/prometheus');

/** The parts of prometheus.yml that a drill replaces. */
type Config = {
  global: { scrape_interval: string; evaluation_interval: string };
  alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
  scrape_configs: {
    job_name: string;
    authorization?: { credentials_file: string };
    static_configs: { targets: string[] }[];
  }[];
};

/** The parts of alerts.yml that a drill shortens. */
export type Rules = { groups: { name: string; rules: Rule[] }[] };
export type Rule = { alert: string; expr: string; for?: string; annotations: Record<string, string> };

export type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] };

export type Prometheus = {
  readonly origin: string;
  /** The answer to a query at this moment. Throws what Prometheus says about a wrong one. */
  readonly query: (expr: string) => Promise<readonly Sample[]>;
  /** The names of the alerts that fire. */
  readonly firing: () => Promise<ReadonlySet<string>>;
  readonly stop: RunningProgram['stop'];
};

export const readRules = (): Rules => parse(readFileSync(join(SHIPPED, 'alerts.yml'), 'utf8'));

type PrometheusOptions = {
  readonly folder: string;
  /** host:port of each instance. */
  readonly portals: readonly string[];
  readonly metricsToken: string;
  readonly intervalS: number;
  readonly rules: Rules;
  /** host:port; alerts go nowhere without it. */
  readonly alertmanager?: string;
};

/** Writes the shipped configuration with other addresses, intervals, token and rules. */
function writeConfiguration(folder: string, port: number, options: PrometheusOptions): void {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, options.metricsToken, { mode: 0o600 });
  const config: Config = parse(readFileSync(join(SHIPPED, 'prometheus.yml'), 'utf8'));
  config.global.scrape_interval = `${options.intervalS}s`;
  config.global.evaluation_interval = `${options.intervalS}s`;
  const alertmanagers = options.alertmanager === undefined ? [] : [options.alertmanager];
  config.alerting.alertmanagers = [{ static_configs: [{ targets: alertmanagers }] }];
  const targets: Readonly<Record<string, readonly string[]>> = {
    portal: options.portals,
    alertmanager: alertmanagers,
    prometheus: [`127.0.0.1:${port}`],
  };
  for (const scrape of config.scrape_configs) {
    scrape.static_configs = [{ targets: [...(targets[scrape.job_name] ?? [])] }];
    if (scrape.authorization) scrape.authorization.credentials_file = tokenFile;
  }
  writeFileSync(join(folder, 'alerts.yml'), stringify(options.rules));
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
}

/** Starts a real Prometheus with the shipped configuration, as far as it does not name addresses. */
export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const folder = join(options.folder, 'prometheus');
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  writeConfiguration(folder, port, options);
  const origin = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    name: 'Prometheus',
    command: [
      findPrometheus(),
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    env: {},
    logFile: join(options.folder, 'prometheus.log'),
    readyUrl: `${origin}/-/ready`,
  });
  const read = async (path: string): Promise<unknown> => {
    const answer = (await (await fetch(origin + path)).json()) as { status: string; error?: string; data: unknown };
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  return {
    origin,
    query: async (expr) => {
      const data = (await read(`/api/v1/query?query=${encodeURIComponent(expr)}`)) as { result: readonly Sample[] };
      return data.result;
    },
    firing: async () => {
      const { alerts } = (await read('/api/v1/alerts')) as {
        alerts: { state: string; labels: { alertname: string } }[];
      };
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    stop: program.stop,
  };
}

/** Asks again and again until the answer is true; false after the time has passed. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    if (await isSo()) return true;
    await sleep(250);
  }
  return false;
}
