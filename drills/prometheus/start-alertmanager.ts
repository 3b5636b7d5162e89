import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { findFreePort, type RunningProgram, startProgram } from '../../bench/portal/program-process.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/prometheus/alertmanager.yml');

type Route = { group_wait?: string; group_interval?: string; routes?: Route[] };
type Config = { global: Record<string, string | boolean>; route: Route };

export type Alertmanager = { readonly address: string; readonly stop: RunningProgram['stop'] };

function hurry(route: Route): void {
  route.group_wait = '1s';
  route.group_interval = '2s';
  for (const below of route.routes ?? []) hurry(below);
}

/**
 * Starts a real Alertmanager with the shipped example, in which only the mail server and the waits
 * are replaced.
 */
export async function startAlertmanager(options: {
  readonly program: string;
  readonly folder: string;
  readonly mailPort: number;
}): Promise<Alertmanager> {
  const folder = join(options.folder, 'alertmanager');
  mkdirSync(folder, { recursive: true });
  const config: Config = parse(readFileSync(SHIPPED, 'utf8'));
  config.global = {
    smtp_from: config.global.smtp_from ?? '',
    smtp_smarthost: `127.0.0.1:${options.mailPort}`,
    smtp_require_tls: false,
  };
  hurry(config.route);
  const file = join(folder, 'alertmanager.yml');
  writeFileSync(file, stringify(config));
  const address = `127.0.0.1:${await findFreePort()}`;
  const program = await startProgram({
    name: 'Alertmanager',
    command: [
      options.program,
      `--config.file=${file}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    env: {},
    logFile: join(options.folder, 'alertmanager.log'),
    readyUrl: `http://${address}/-/ready`,
  });
  return { address, stop: program.stop };
}
