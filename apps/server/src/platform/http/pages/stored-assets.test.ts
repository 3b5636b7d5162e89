import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import type { Site } from './site.ts';
import { toSiteFile } from './site-files.ts';
import { storeAssets } from './stored-assets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEPLOYED = new Date('2026-07-01T09:00:00Z');
const daysLater = (days: number) => () => new Date(DEPLOYED.getTime() + days * DAY_MS);

const script = (text: string) => toSiteFile('text/javascript; charset=utf-8', Buffer.from(`${text};\n`.repeat(50)));
const old = { assets: new Map([['/assets/plans-old.js', script('let build = 1')]]) };
const newer = {
  assets: new Map([
    ['/assets/plans-new.js', script('let build = 2')],
    ['/assets/photo-new.png', toSiteFile('image/png', Buffer.from('the bytes of a photo'))],
    ['/service-worker.js', script('let version = 2')],
  ]),
};

let portal: TestPortal;
beforeAll(async () => {
  const page = () => '<!doctype html><div id="root"></div>';
  const language = { pages: new Map(), shell: page(), notFound: page };
  const site: Site = {
    ...old,
    inLanguage: { en: language, yo: language, ha: language, ig: language },
    admin: page(),
    renderPage: async () => '',
    styleHashes: [],
  };
  portal = await startTestPortal({ site });
  await storeAssets(portal.database, old, daysLater(0));
  await storeAssets(portal.database, newer, daysLater(40));
});
afterAll(() => portal.close());

const ask = (url: string, encoding = 'br') => portal.app.inject({ url, headers: { 'accept-encoding': encoding } });

it('an instance of the old build serves a file of the new one, as immutable and as small as its own', async () => {
  const [foreign, own] = [await ask('/assets/plans-new.js'), await ask('/assets/plans-old.js')];
  expect(foreign.statusCode).toBe(200);
  expect(foreign.headers['content-length']).toBe(String(newer.assets.get('/assets/plans-new.js')?.brotli?.length));
  for (const name of ['content-type', 'content-encoding', 'cache-control', 'vary'])
    expect(foreign.headers[name]).toBe(own.headers[name]);
  expect((await ask('/assets/plans-new.js', 'identity')).body).toContain('let build = 2;');
  expect((await ask('/assets/photo-new.png')).body).toBe('the bytes of a photo');
});

it('files whose name does not change with their content are not served for another build', async () => {
  expect((await ask('/service-worker.js')).body).not.toContain('let version = 2');
  expect((await ask('/assets/nobody-has-it.js')).statusCode).toBe(404);
});

it('a build is kept while an instance serves it and for 30 days after, then its files are deleted', async () => {
  const stored = async () => (await portal.pool.query('select path from site_assets order by path')).rows.length;
  // 40 days after its start, the old build's instance was still running.
  await portal.pool.query('truncate site_assets');
  await storeAssets(portal.database, old, daysLater(0));
  await storeAssets(portal.database, old, daysLater(40));
  await storeAssets(portal.database, newer, daysLater(41));
  expect(await stored()).toBe(3);
  await storeAssets(portal.database, newer, daysLater(69));
  expect(await stored()).toBe(3);
  await storeAssets(portal.database, newer, daysLater(71));
  expect(await stored()).toBe(2);
});
