/** Source text that breaks `rule` on each of `lines`, and a twin that does the same thing the right way. */
type SourcePlant = {
  readonly rule: string;
  readonly bad: readonly [path: string, text: string];
  readonly lines: readonly number[];
  readonly good: readonly [path: string, text: string];
};

const server = 'apps/server/src';

/** A function of exactly `lines` lines. */
function functionOf(lines: number): string {
  return `export function long(): number {\n${'  // one more step\n'.repeat(lines - 3)}  return 1;\n}\n`;
}

export const sourcePlants: readonly SourcePlant[] = [
  {
    rule: 'environment-read',
    bad: [
      `${server}/http/port.ts`,
      `import { env } from 'node:process';
export const port = process.env.PORT;
export const host = process['env'];
const { env: settings } = process;
export const all = [env, settings];
`,
    ],
    lines: [1, 2, 3, 4],
    good: [`${server}/platform/config/config.ts`, 'export const port = process.env.PORT;\n'],
  },
  {
    rule: 'outside-call',
    bad: [
      `${server}/jobs/ask-vendor.ts`,
      `export const ask = () => fetch('https://vendor.example');
export const askToo = () => globalThis.fetch('https://vendor.example');
export const borrowed = { call: fetch };
`,
    ],
    lines: [1, 2, 3],
    good: [`${server}/platform/outside/http-client.ts`, "export const part = () => fetch('https://vendor.example');\n"],
  },
  {
    rule: 'outside-call',
    bad: [
      `apps/web/src/shared/ui/ask.tsx`,
      "export const ask = () => window.fetch('/api');\nexport const old = new XMLHttpRequest();\n",
    ],
    lines: [1, 2],
    good: [
      `apps/web/src/shared/ui/given.tsx`,
      'export const ask = (fetch: (path: string) => string) => fetch("/api");\n',
    ],
  },
  {
    rule: 'double-send',
    bad: [
      `apps/web/src/features/support/tickets/components/settle.tsx`,
      'export const settle = (closing: { mutate: () => void }) => closing.mutate();\nexport const passOn = ({ mutate }: { mutate: () => void }) => mutate;\n',
    ],
    lines: [1, 2],
    good: [
      `apps/web/src/features/support/tickets/components/settle-once.tsx`,
      'export const settle = (sendOnce: () => void) => sendOnce();\n',
    ],
  },
  {
    rule: 'clock-and-chance',
    bad: [
      `${server}/http/now.ts`,
      `export const now = () => new Date();
export const stamp = () => Date.now();
export const text = () => Date();
export const chance = Math.random;
`,
    ],
    lines: [1, 2, 3, 4],
    good: [
      `${server}/http/given-now.ts`,
      'export const year = (clock: () => Date) => new Date(clock()).getUTCFullYear();\n',
    ],
  },
  {
    rule: 'silent-log',
    bad: [
      `${server}/http/unheard.ts`,
      `import type { FastifyRequest } from 'fastify';
export const part = (request: FastifyRequest) => request.log.warn('nobody hears this');
`,
    ],
    lines: [2],
    good: [
      `${server}/http/heard.ts`,
      "export const part = ({ log }: { log: { warn: (text: string) => void } }) => log.warn('this is heard');\n",
    ],
  },
  {
    rule: 'floating-promise',
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
  [1].forEach(async () => await save());
  setTimeout(async () => await save(), 1);
}
`,
    ],
    lines: [6, 7, 8, 9, 10, 11, 12, 13, 14],
    good: [
      `${server}/jobs/careful.ts`,
      `import type { FastifyInstance, FastifyReply } from 'fastify';
declare function declaredIgnorable(): void | Promise<void>;
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
  declaredIgnorable();
  await app.register(async () => await save());
  await Promise.all([1].map(async () => await save()));
  await late;
}
`,
    ],
  },
  {
    rule: 'exhaustive-switch',
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
    rule: 'function-length',
    bad: [`${server}/jobs/long.ts`, functionOf(61)],
    lines: [1],
    good: [`${server}/jobs/short.ts`, functionOf(60)],
  },
  {
    rule: 'function-length',
    bad: [
      `apps/web/src/shared/ui/tall.tsx`,
      `export const Tall = () => (\n  <p>\n${'    word\n'.repeat(58)}  </p>\n);\n`,
    ],
    lines: [1],
    good: [
      `${server}/jobs/long.test.ts`,
      `import { describe } from 'vitest';\ndescribe('a list', () => {\n${'  // a case\n'.repeat(80)}});\n`,
    ],
  },
  {
    rule: 'inline-import-type',
    bad: [`${server}/jobs/hidden.ts`, "export type Hidden = import('../http/session.ts').Session;\n"],
    lines: [1],
    good: [
      `${server}/jobs/open.ts`,
      "import type { part } from '../http/session.ts';\nexport type Open = typeof part;\n",
    ],
  },
  {
    rule: 'compiled',
    bad: ['scripts/stray.ts', 'export const stray = 1;\n'],
    lines: [1],
    good: ['tools/included.ts', 'export const included = 1;\n'],
  },
  {
    rule: 'compiled',
    bad: ['apps/server/src/http/loose.mjs', 'export const loose = 1;\n'],
    lines: [1],
    good: ['apps/web/public/worker.js', 'export const worker = 1;\n'],
  },
];
