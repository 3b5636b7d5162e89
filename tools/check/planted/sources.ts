/**
 * Source text that breaks `rule` on each of `lines`, and a twin that does the same thing the right
 * way.
 */
export type SourcePlant = {
  readonly rule: string;
  readonly bad: readonly [path: string, text: string];
  readonly lines: readonly number[];
  readonly good: readonly [path: string, text: string];
};

const server = 'apps/server/src';

export const sourcePlants: readonly SourcePlant[] = [
  {
    rule: 'browser-api',
    bad: [
      'apps/web/src/shared/ui/newest.ts',
      `export const grouped = Map.groupBy([1], String);
export const known = URL.canParse('x');
export const { promise } = Promise.withResolvers();
export const show = (menu: HTMLElement) => menu.showPopover();
`,
    ],
    lines: [1, 2, 3, 4],
    good: [
      'apps/web/src/shared/ui/known.ts',
      `export const sorted = [2, 1].toSorted();
export const address = new URL('https://a.example').href;
export const show = (dialog: HTMLDialogElement) => dialog.showModal();
export const idle = () => 'requestIdleCallback' in window && requestIdleCallback(() => {});
export const copy = structuredClone(sorted);
`,
    ],
  },
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
    rule: 'keyset-paging',
    bad: [
      `${server}/billing/payments/page.repository.ts`,
      `export const page = (query: { offset: (rows: number) => unknown }) => query.offset(100);
export const text = (rows: number) => \`select id from payments order by id limit 100 offset \${rows}\`;
`,
    ],
    lines: [1, 2],
    good: [
      `${server}/billing/payments/next-page.repository.ts`,
      "export const text = 'select id from payments where id > $1 order by id limit 100';\n",
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
