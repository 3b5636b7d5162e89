import {
  type SettingSubject,
  type SettingValue,
  settingSchemas,
  settingSubjects,
} from '@portal/contract/platform/settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connection.ts';
import { type LiveBus, topic } from '../events/live-bus.ts';
import type { Job } from '../jobs/job-runner.ts';
import type { SettingValues } from './initial-settings.ts';
import { listPublishedSettings } from './published-setting.repository.ts';

/** Other instances learn of a publication by an event, and without one within this time. */
const RELOAD_MS = 4000;

const published = topic<{ readonly subject: SettingSubject }>('settings-published');

/** The settings that apply, in memory: reading one never waits. */
export type Settings = {
  readonly get: <S extends SettingSubject>(subject: S) => SettingValue<S>;
  /** The number of the published version; 0 while there is none. */
  readonly number: (subject: SettingSubject) => number;
  /** The installation's own, from its files and environment. */
  readonly initial: <S extends SettingSubject>(subject: S) => SettingValue<S>;
  /** Reads what is published. Before it nothing is. Rejects while the database is out of reach. */
  readonly load: () => Promise<void>;
  /** Call it after the commit: this instance has the new value when it resolves, others soon. */
  readonly publish: (subject: SettingSubject) => Promise<void>;
  readonly jobs: readonly Job[];
};

type ReadDependencies = {
  readonly database: Database;
  readonly initial: SettingValues;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
};

/** The settings that apply now, and the numbers of the published versions. */
export async function readSettings({ database, initial, logger }: ReadDependencies) {
  /** A field that a newer release has added has its initial value; what does not fit is not used. */
  function read(subject: SettingSubject, value: unknown): SettingValues[SettingSubject] {
    if (value === null) return initial[subject];
    const parsed = settingSchemas[subject].safeParse({ ...initial[subject], ...(value as object) });
    if (parsed.success) return parsed.data;
    logger.error({ subject, issues: parsed.error.issues }, 'the published setting does not fit this release');
    return initial[subject];
  }
  const values: Record<string, unknown> = { ...initial };
  const rows = await listPublishedSettings(database);
  for (const { subject, value } of rows) {
    const known = settingSubjects.find((each) => each === subject);
    if (known) values[known] = read(known, value);
  }
  const numbers: ReadonlyMap<string, number> = new Map(rows.map(({ subject, number }) => [subject, number ?? 0]));
  return { values: values as SettingValues, numbers };
}

export function createSettings(
  deps: ReadDependencies & { readonly bus: LiveBus; readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'> },
): Settings {
  const { bus, initial, logger } = deps;
  let values: SettingValues = initial;
  let numbers: ReadonlyMap<string, number> = new Map();
  async function load(): Promise<void> {
    ({ values, numbers } = await readSettings(deps));
  }
  const reload = () => void load().catch((error: unknown) => logger.warn({ err: error }, 'settings were not read'));
  bus.subscribe(published, reload);
  bus.onPossibleLoss(reload);
  return {
    get: (subject) => values[subject],
    number: (subject) => numbers.get(subject) ?? 0,
    initial: (subject) => initial[subject],
    load,
    publish: async (subject) => {
      await load();
      bus.publish([published], { subject });
    },
    jobs: [{ name: 'settings', intervalMs: RELOAD_MS, work: load }],
  };
}
