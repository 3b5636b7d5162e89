import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerSecurityHeaders } from '@portal/server/platform/http/security-headers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, expect, it } from 'vitest';
import { checkPaymentPages } from './check-payment-pages.ts';

const SCRIPT = 'export const pay = 1;\n';
const PAGE =
  '<html><head><script type="module" crossorigin src="/assets/index-a1.js"></script><link rel="modulepreload" href="/assets/b2.js"></head>' +
  '<body><script id="brand" type="application/json">{}</script></body></html>';

const folder = mkdtempSync(join(tmpdir(), 'portal-payment-pages-'));
const inventory = join(folder, 'script-inventory.json');
const integrity = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;
const files = ['assets/index-a1.js', 'assets/b2.js', 'service-worker.js'];
writeFileSync(inventory, JSON.stringify(files.map((file) => ({ file, integrity }))));

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Behind = {
  readonly page?: string;
  readonly script?: string;
  readonly alter?: (headers: Record<string, string>) => void;
};

/** A portal with its own headers behind a proxy that may change what it passes on. */
async function check({ page = PAGE, script = SCRIPT, alter }: Behind = {}) {
  const app = Fastify();
  open.push(app);
  registerSecurityHeaders(app, {
    https: false,
    styleHashes: ['sha256-x'],
    connectOrigins: ['https://speed.example'],
  });
  if (alter)
    app.addHook('onSend', async (_request, reply) => {
      const headers: Record<string, string> = { 'content-security-policy': '' };
      alter(headers);
      reply.headers(headers);
    });
  for (const url of ['/pay', '/payment']) app.get(url, (_request, reply) => reply.type('text/html').send(page));
  for (const file of files) app.get(`/${file}`, (_request, reply) => reply.type('text/javascript').send(script));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return checkPaymentPages(new URL(origin), inventory);
}

it('payment pages with the headers and scripts of the release are right', async () => {
  expect(await check()).toEqual([
    expect.objectContaining({ state: 'ok', found: expect.stringContaining('the 3 scripts') }),
  ]);
});

it.each([
  ['removes the policy', () => {}, 'content-security-policy'],
  [
    'lets scripts of others run',
    (headers: Record<string, string>) => {
      headers['content-security-policy'] =
        "default-src 'none'; script-src 'self' https://tags.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    },
    'content-security-policy',
  ],
])('a proxy that %s is named with what to do', async (_case, alter, header) => {
  const findings = await check({ alter });
  expect(findings).toHaveLength(2);
  expect(findings[0]).toMatchObject({
    state: 'fault',
    found: expect.stringContaining(`another ${header} than the portal sends`),
    remedy: expect.stringContaining('pass this header on unchanged'),
  });
});

it('a policy that is added to that of the portal does not weaken it', async () => {
  const own =
    "default-src 'none'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'";
  const findings = await check({
    alter: (headers) => {
      headers['content-security-policy'] = `upgrade-insecure-requests, ${own}`;
    },
  });
  expect(findings).toEqual([expect.objectContaining({ state: 'ok' })]);
});

it.each([
  ['a script of others', '<script async src="https://tags.example/t.js"></script>', 'https://tags.example/t.js'],
  ['a script of the same site', '<script src="/assets/spy.js"></script>', '/assets/spy.js'],
  ['an inline script', '<script>steal()</script>', '(inline)'],
  ['a preloaded script', '<link rel="modulepreload" href="/assets/spy.js">', '/assets/spy.js'],
])('%s that the release does not have is a fault', async (_case, added, address) => {
  const findings = await check({ page: PAGE.replace('</head>', `${added}</head>`) });
  expect(findings.map(({ state }) => state)).toEqual(['fault', 'fault']);
  expect(findings[0]?.found).toContain(address);
});

it('a script whose content has changed is a fault', async () => {
  expect(await check({ script: `${SCRIPT}steal();` })).toEqual([
    expect.objectContaining({ state: 'fault', found: expect.stringContaining('assets/index-a1.js') }),
  ]);
});

it('a site that does not answer is a fault, a machine without the built site is skipped', async () => {
  const nowhere = new URL('http://127.0.0.1:9');
  expect(await checkPaymentPages(nowhere, inventory)).toEqual([expect.objectContaining({ state: 'fault' })]);
  expect(await checkPaymentPages(nowhere, join(folder, 'none'))).toEqual([
    expect.objectContaining({ state: 'skipped' }),
  ]);
});

it('docs/pci.md has the policy that pages get', async () => {
  const app = Fastify();
  open.push(app);
  registerSecurityHeaders(app, { https: true, styleHashes: [], connectOrigins: [] });
  const { headers } = await app.inject('/pay');
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/pci.md'), 'utf8');
  const [, policy = ''] = /`(default-src [^`]*)`/.exec(document) ?? [];
  expect(policy.replaceAll(' …', '').replaceAll(/\s+/g, ' ')).toBe(headers['content-security-policy']);
});
