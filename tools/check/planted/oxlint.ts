import type { SourcePlant } from './sources.ts';

const server = 'apps/server/src';
const useOf = (name: string, from: string, how: string) =>
  `import ${how} from '${from}';\nexport type Use = ${name};\n`;
const cycle = (there: string) => `import type { There } from '${there}';\nexport type Here = There;\n`;

/** What oxlint must reject by `.oxlintrc.json`, under the rule's name in its output, and a twin it accepts. */
export const oxlintPlants: readonly SourcePlant[] = [
  {
    rule: 'typescript(no-floating-promises)',
    bad: [
      `${server}/jobs/careless.ts`,
      `import { readFile } from 'node:fs/promises';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
async function save(): Promise<void> {}
export function careless(database: NodePgDatabase, pool: Pool, late: (() => Promise<void>) | null): void {
  save();
  readFile('/etc/hostname');
  database.execute('delete from plans');
  pool.query('select 1');
  late?.();
  save().then(() => undefined);
  save().finally(() => undefined);
  [1].map(async () => await save());
}
`,
    ],
    lines: [6, 7, 8, 9, 10, 11, 12, 13],
    good: [
      `${server}/jobs/careful.ts`,
      `import type { FastifyInstance, FastifyReply } from 'fastify';
async function save(): Promise<void> {}
export async function careful(app: FastifyInstance, reply: FastifyReply, late: Promise<void> | null): Promise<void> {
  await save();
  void save();
  save().catch(() => undefined);
  save().then(() => undefined, () => undefined);
  save().catch(() => undefined).finally(() => undefined);
  late = save();
  late ??= save();
  reply.code(204);
  app.register(async () => await save());
  await Promise.all([1].map(async () => await save()));
  await late;
}
`,
    ],
  },
  {
    rule: 'typescript(no-misused-promises)',
    bad: [
      `${server}/jobs/ignored.ts`,
      `async function save(): Promise<boolean> {
  return true;
}
export function ignored(): void {
  [1].forEach(async () => void (await save()));
  setTimeout(save, 1);
  if (save()) throw new Error('always');
}
`,
    ],
    lines: [5, 6, 7],
    good: [
      `${server}/jobs/heeded.ts`,
      `async function save(): Promise<boolean> {
  return true;
}
export async function heeded(): Promise<void> {
  setTimeout(() => void save(), 1);
  if (await save()) return;
}
`,
    ],
  },
  {
    rule: 'typescript(await-thenable)',
    bad: [
      `${server}/jobs/forgotten-call.ts`,
      'export async function forgotten(save: () => Promise<void>): Promise<void> {\n  await save;\n}\n',
    ],
    lines: [2],
    good: [
      `${server}/jobs/made-call.ts`,
      'export async function made(save: () => Promise<void>): Promise<void> {\n  await save();\n}\n',
    ],
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    bad: [
      `${server}/jobs/forgetful.ts`,
      `type State = 'open' | 'paid' | 'failed';
export function forgetful(state: State, maybe: 'yes' | undefined): string {
  switch (state) {
    case 'open':
    case 'paid':
      return 'good';
  }
  switch (maybe) {
    case 'yes':
      return 'yes';
  }
  return 'lost';
}
`,
    ],
    lines: [3, 8],
    good: [
      `${server}/jobs/thorough.ts`,
      `type State = 'open' | 'paid' | 'failed';
export function thorough(state: State, word: string): string {
  switch (state) {
    case 'open':
    case 'paid':
      return 'good';
    case 'failed':
      break;
  }
  switch (state) {
    case 'open':
      return 'open';
    default:
      break;
  }
  switch (word) {
    case 'any':
      return 'any';
  }
  return 'lost';
}
`,
    ],
  },
  {
    rule: 'typescript(consistent-type-imports)',
    bad: ['packages/kernel/src/six.ts', useOf('Kobo', './money.ts', '{ Kobo }')],
    lines: [1],
    good: ['packages/kernel/src/six.ts', useOf('Kobo', './money.ts', 'type { Kobo }')],
  },
  {
    rule: 'typescript(consistent-type-imports)',
    bad: [`${server}/jobs/hidden.ts`, "export type Hidden = import('../http/session.ts').Session;\n"],
    lines: [1],
    good: [`${server}/jobs/open.ts`, useOf('Session', '../http/session.ts', 'type { Session }')],
  },
  {
    rule: 'typescript(no-import-type-side-effects)',
    bad: ['packages/kernel/src/seven.ts', useOf('Kobo', './money.ts', '{ type Kobo }')],
    lines: [1],
    good: ['packages/kernel/src/seven.ts', useOf('Kobo', './money.ts', 'type { Kobo }')],
  },
  {
    rule: 'unicorn(no-useless-spread)',
    bad: ['packages/kernel/src/eight.ts', 'export const eight = {\n  ...{ one: 1, two: 2 },\n  three: 3,\n};\n'],
    lines: [2],
    good: ['packages/kernel/src/eight.ts', 'export const eight = {\n  one: 1,\n  two: 2,\n  three: 3,\n};\n'],
  },
  {
    rule: 'import(no-cycle)',
    bad: [`${server}/http/here.ts`, `${cycle('./there.ts')}export type Mine = 1;\n`],
    lines: [1],
    good: [`${server}/http/here.ts`, cycle('./alone.ts')],
  },
];

/** The other half of the cycle above; `alone.ts` imports nothing. */
export const cycleOtherHalf: Readonly<Record<string, string>> = {
  [`${server}/http/there.ts`]: "import type { Mine } from './here.ts';\nexport type There = Mine;\n",
};
export const alone: Readonly<Record<string, string>> = { [`${server}/http/alone.ts`]: 'export type There = 1;\n' };
