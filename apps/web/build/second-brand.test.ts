import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brand } from '@portal/brand';
import { brand as second } from '@portal/brand/second-brand';
import { afterAll, beforeAll, expect, test } from 'vitest';
import hausa from '../src/shared/i18n/ha.json' with { type: 'json' };
import igbo from '../src/shared/i18n/ig.json' with { type: 'json' };
import longYoruba from '../src/shared/i18n/long/yo.json' with { type: 'json' };
import yoruba from '../src/shared/i18n/yo.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'second-brand-'));
const dist = join(folder, 'dist');
/** Not in the test runner's mode, or the site would be built for tests. */
const env = { ...process.env, NODE_ENV: undefined };
const node = (args: readonly string[]) =>
  execFileSync(process.execPath, ['--conditions=second-brand', ...args], { cwd: root, env, encoding: 'utf8' });

const read = (path: string) => readFileSync(join(dist, path), 'utf8');

beforeAll(() => void node(['apps/web/build/build.ts', `--out=${dist}`]), 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Every text below a value of the brand file. */
const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : typeof value === 'string'
      ? [value]
      : [];

/**
 * Words that occur elsewhere too: places, networks with their icons, and phrases that the
 * dictionaries translate. The design's colours and font stay in its style sheet, below the brand's.
 */
const EVERYBODYS = [
  brand.address.district,
  brand.address.city,
  brand.officeHours,
  brand.claims.chatReply,
  brand.claims.soldIn.where,
  ...brand.social.map(({ network }) => network),
];

const filesOf = (kinds: RegExp) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => kinds.test(path))
    .map((path) => ({ path, text: read(path) }));

const cities = brand.claims.soldIn.where.match(/\p{Lu}\p{L}+/gu) ?? [];
const placed = new RegExp(
  `\\b(?:in|of|and|around|across) (?:${cities.join('|')})\\b|\\b${brand.claims.soldIn.cities} Cities\\b`,
);
/**
 * Claims about the first brand's cities. Its own words for them are also keys of the dictionaries;
 * days and months are those of Lagos for everybody.
 */
const claimsIn = (text: string): string[] =>
  text
    .replaceAll(`"${brand.claims.soldIn.where}":`, '')
    .replaceAll(/\b(?:day|month) (?:in|of) Lagos/g, '')
    .split(/[<>`"]/)
    .filter((words) => placed.test(words));

const titleOf = (page: string) => /<title>(.*?)<\/title>/.exec(page)?.[1];

test('the site of the second brand names it everywhere and the first nowhere', () => {
  expect(titleOf(read('pages/index.html'))).toContain(second.name);
  expect(read('pages/index.html')).toContain(`speeds up to ${second.claims.maxSpeed}`);
  expect(JSON.parse(read('client/manifest.webmanifest'))).toMatchObject({ name: second.name });
  const files = filesOf(/\.(html|js|css|svg|webmanifest)$/);
  expect(files.length).toBeGreaterThan(30);
  const { colours: _colours, fontStack: _fontStack, ...words } = brand;
  const others = new Set([...leavesOf(second), ...EVERYBODYS]);
  const mine = leavesOf(words).filter((text) => text.length > 3 && !others.has(text));
  expect(mine).toEqual(expect.arrayContaining([brand.legalName, brand.logo.path, brand.phone.href, brand.salesEmail]));
  const found = mine.flatMap((own) =>
    files.filter(({ text }) => text.includes(own)).map(({ path }) => `${own} in ${path}`),
  );
  expect(found).toEqual([]);
});

test('the site of the second brand names its own cities and none of the first brand’s', () => {
  expect(
    claimsIn(`<p>Fibre ${brand.claims.soldIn.where}</p><li>${brand.claims.soldIn.cities} Cities</li>`),
  ).toHaveLength(2);
  const found = filesOf(/^(client|pages)\/.*\.(html|js|webmanifest)$/).flatMap(({ path, text }) =>
    claimsIn(text).map((claim) => `${claim} (${path})`),
  );
  expect(found).toEqual([]);
  const { soldIn } = second.claims;
  const landing = read('pages/index.html');
  expect(titleOf(landing)).toBe(`Fibre internet ${soldIn.where} | ${second.name}`);
  expect(/<meta name="description" content="(.*?)"/.exec(landing)?.[1]).toContain(`government ${soldIn.where}, with`);
  expect(landing).toContain(`>${soldIn.cities} Cities<`);
});

test('every page is built in four languages, and announces the words of its own', () => {
  const pages = readdirSync(join(dist, 'pages')).filter((file) => file.endsWith('.html') && file !== 'admin.html');
  expect(pages).toEqual(expect.arrayContaining(['index.html', 'plans.html', '404.html', 'shell.html']));
  const announced = (page: string) =>
    [...read(page).matchAll(/<link rel="modulepreload"[^>]*href="\/([^"]+)"/g)]
      .map(([, file = '']) => read(`client/${file}`))
      .join();
  const saying = { yo: yoruba, ha: hausa, ig: igbo };
  for (const file of pages) {
    for (const [code, words] of Object.entries(saying)) {
      const page = `pages/${code}/${file}`;
      expect(read(page), page).toContain(`<html lang="${code}"`);
      for (const other of Object.values(saying)) {
        expect(announced(page).includes(other['Quick actions']), page).toBe(other === words);
        expect(announced(`pages/${file}`).includes(other['Quick actions']), file).toBe(false);
      }
    }
  }
  const [long = ''] = Object.values(longYoruba);
  const legal = ['privacy.html', 'terms.html', 'cookies.html'];
  expect(pages.filter((file) => announced(`pages/yo/${file}`).includes(long)).toSorted()).toEqual(legal.toSorted());
});

test('the site of the second brand has its colours and its font, and does not load the other', () => {
  const landing = read('pages/index.html');
  expect(landing.match(/--primary:(#\w+)/g)).toContain(`--primary:${second.colours.primary.light.toLowerCase()}`);
  expect(landing.match(/<link rel="preload"[^>]*>/g)).toBeNull();
  expect(read('client/icon.svg')).toContain(second.logo.path);
  const scriptsWith = (value: string) =>
    filesOf(/^client\/.*\.js$/).flatMap(({ path, text }) => (text.includes(value) ? [path] : []));
  expect(scriptsWith(second.logo.path)).not.toEqual([]);
  // The looks are in the style sheets and the icons; a script that had them too would carry them on
  // every first load.
  expect([second.fontStack, second.colours.signal].flatMap(scriptsWith)).toEqual([]);
});

test('mails and receipts of a portal started for the second brand name it', () => {
  const program = `const { welcomeLetter } = await import('./apps/server/src/identity/accounts/account-mail.ts');
    const { composeMail, mailSender } = await import('./apps/server/src/messaging/email/compose-mail.ts');
    const { unpublishedSettings } = await import('./apps/server/src/testing/unpublished-settings.ts');
    const mail = { ...welcomeLetter('https://portal.example/x'), category: 'account' };
    console.log(JSON.stringify(composeMail(mail, mailSender(unpublishedSettings))));`;
  const said = node(['--input-type=module', '--eval', program]);
  expect(said).toContain(second.name);
  expect(said).toContain(second.colours.primary.light);
  expect(said).not.toContain(brand.name);
});
