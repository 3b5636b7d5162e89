import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import type { Site } from './site.ts';
import { toSiteFile } from './site-files.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

const html = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>x</title><script type="application/json" id="brand">{}</script></head><body><div id="root" data-page="x">${body}</div></body></html>`;
const inLanguage = (code: LanguageCode) => ({
  pages: new Map(['/', '/plans', '/about'].map((path) => [path, () => html(`${path} in ${code}`, code)])),
  shell: html(`shell in ${code}`, code),
  notFound: () => html(`Page Not Found in ${code}`, code),
});
const site: Site = {
  assets: new Map([
    ['/assets/app-1.js', toSiteFile('text/javascript', Buffer.from('let a = 1;\n'.repeat(100)))],
    ['/service-worker.js', toSiteFile('text/javascript', Buffer.from('let version = 1;'))],
    ['/offline.html', toSiteFile('text/html', Buffer.from(html('offline')))],
    ['/icon-192.png', toSiteFile('image/png', Buffer.from('png'))],
  ]),
  inLanguage: { en: inLanguage('en'), yo: inLanguage('yo'), ha: inLanguage('ha'), ig: inLanguage('ig') },
  admin: html('console'),
  renderPage: async ({ path, language, answers }) =>
    `${path} drawn in ${language} from ${JSON.stringify(answers).length} bytes of ${Object.keys(answers)}`,
  styleHashes: ['sha256-abc='],
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ site });
});
afterAll(() => portal.close());

/** The preloaded queries in a page. */
const answersIn = (page: string) => JSON.parse(/id="answers">(.*?)<\/script>/.exec(page)?.[1] ?? 'null');

/**
 * Gives a customer a plan and an open bill, with a name that must not be parsed as an element.
 * Returns the bill's number.
 */
async function billed(browser: TestBrowser): Promise<string> {
  const { id } = (await browser.get('/api/user')).json();
  const [plan] = (await browser.get('/api/plans')).json();
  expect((await browser.post('/api/user/subscription', { planId: plan.id })).statusCode).toBe(200);
  await portal.pool.query("update user_subscriptions set status = 'active', cancel_reason = $2 where user_id = $1", [
    id,
    '</script><script>alert(1)</script>',
  ]);
  const number = `INV-2026-${String(id).padStart(6, '0')}`;
  await portal.pool.query(
    `insert into invoices (invoice_number, year, sequence, user_id, subscription_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at)
     select $2, 2026, $1, user_id, id, 2, 'period', 'open', monthly_fee, 0, '{"planName": "<b>", "periodStart": "2026-12-01T00:00:00.000Z", "periodEnd": "2027-01-01T00:00:00.000Z"}', now(), now()
     from user_subscriptions where user_id = $1`,
    [id, number],
  );
  return number;
}

describe('a page', () => {
  it('is prerendered for visitors, contains an empty session, and varies by cookie', async () => {
    const response = await portal.app.inject('/plans');
    expect(response.body).toContain('plans');
    expect(response.body).toContain('<script type="application/json" id="session">null</script>');
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'cookie, accept-encoding',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(response.headers['content-security-policy']).toContain("style-src 'self' 'sha256-abc='");
    expect(response.headers['content-security-policy']).not.toContain('unsafe');
    const again = await portal.app.inject({
      url: '/plans',
      headers: { 'if-none-match': String(response.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('of the plans shows the plans before any script, and the script starts from the same ones', async () => {
    const { body, headers } = await portal.app.inject('/plans');
    expect(body).toMatch(
      /<div id="root" data-page="x">\/plans drawn in en from \d{3,} bytes of \/api\/service-plans<\/div><\/body>/,
    );
    const embedded = JSON.parse(/id="answers">(.*?)<\/script>/.exec(body)?.[1] ?? '');
    expect(embedded).toEqual({ '/api/service-plans': (await portal.app.inject('/api/service-plans')).json() });
    await portal.pool.query("update service_plans set name = 'Renamed <b>' where position = 1");
    await vi.waitFor(
      async () => expect((await portal.app.inject('/plans')).body).toContain('Renamed \\u003cb>'),
      10_000,
    );
    expect((await portal.app.inject('/plans')).headers.etag).not.toBe(headers.etag);
  });

  it('has the published words of the brand, for visitors and customers, and its ETag follows them', async () => {
    const own = await startTestPortal({ site });
    const { browser: owner } = await createStaff(own);
    const customer = own.browser();
    await customer.register();
    const embedded = (page: { readonly body: string }) =>
      JSON.parse(/id="brand">(.*?)<\/script>/.exec(page.body)?.[1] ?? '').phone?.label;
    const built = await own.app.inject('/about');
    expect(embedded(built)).toBeUndefined();
    const { current } = (await owner.get('/api/staff/settings/contacts')).json();
    const phone = '+234 909 111 2222';
    const value = { ...current, phone };
    await owner.post('/api/staff/settings/contacts/versions', { basedOn: 0, value, note: 'New number' });
    const drawn = await own.app.inject('/about');
    expect(drawn.body).toContain('/about drawn in en');
    expect(embedded(drawn)).toBe(phone);
    expect(drawn.headers.etag).not.toBe(built.headers.etag);
    for (const [reader, path] of [
      [customer, '/profile'],
      [owner, '/admin'],
    ] as const)
      expect(embedded(await reader.get(path)), path).toBe(phone);
    expect(embedded(await own.app.inject('/nothing'))).toBe(phone);
    await own.close();
  });

  it('is served in the language that was chosen in the browser, rendered or as built, and in English otherwise', async () => {
    const ask = (url: string, cookie: string) => portal.app.inject({ url, headers: { cookie } });
    for (const code of ['yo', 'ha', 'ig', 'en']) {
      const cookie = `theme=dark; language=${code}; browser=x`;
      const pages = await Promise.all(['/about', '/plans', '/nothing'].map((path) => ask(path, cookie)));
      for (const { body, headers } of pages) {
        expect(body).toMatch(new RegExp(`<html[^>]* lang="${code}">`));
        expect(headers.vary).toBe('cookie, accept-encoding');
      }
      const [built, drawn, nothing] = pages.map(({ body }) => body);
      expect(built).toContain(`/about in ${code}`);
      expect(drawn).toContain(`/plans drawn in ${code} from`);
      expect(nothing).toContain(`Page Not Found in ${code}`);
    }
    const english = (await portal.app.inject('/about')).body;
    for (const odd of ['fr', '', 'yo%20', 'constructor', '../en', 'YO', 'y'.repeat(3000)])
      expect((await ask('/about', `language=${odd}`)).body, odd).toBe(english);
    expect((await ask('/about', 'my-language=yo')).body).toBe(english);
    const planted = await ask('/about', 'language=ha; __Host-language=yo');
    expect(planted.body).toContain('/about in yo');
    expect((await ask('/yo/about', 'language=yo')).statusCode).toBe(404);
  });

  it('that a browser has cached in one language is not reused for another', async () => {
    const ask = (cookie: string, etag = '') =>
      portal.app.inject({ url: '/about', headers: { cookie, 'if-none-match': etag } });
    const yoruba = String((await ask('language=yo')).headers.etag);
    expect((await ask('language=yo', yoruba)).statusCode).toBe(304);
    const english = await ask('language=en', yoruba);
    expect([english.statusCode, english.body.includes('/about in en')]).toEqual([200, true]);
  });

  it('of a signed-in user is served in the language that was chosen in the browser', async () => {
    const browser = portal.browser();
    await browser.register();
    const pageIn = async (language: string) => {
      browser.cookies.set('language', language);
      return (await browser.get('/dashboard')).body;
    };
    expect(await pageIn('ig')).toMatch(/<html[^>]* lang="ig">.*shell in ig/s);
    expect(await pageIn('xx')).toMatch(/<html[^>]* lang="en">.*shell in en/s);
  });

  it('carries the customer’s own session answer and is not cached', async () => {
    const browser = portal.browser();
    await browser.register({ firstName: '</script><script>alert(1)</script>' });
    for (const path of ['/', '/plans', '/dashboard', '/receipts/RCT-2026-000001']) {
      const response = await browser.get(path);
      expect(response.statusCode, path).toBe(200);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding' });
      const embedded = /id="session">(.*?)<\/script>/.exec(response.body)?.[1] ?? '';
      expect(JSON.parse(embedded).firstName).toBe('</script><script>alert(1)</script>');
      expect(response.body).not.toContain('<script>alert');
    }
  });

  it.each([
    '</script><script>alert(1)</script>',
    '</SCRIPT\t><img src=x onerror=alert(1)>',
    '<!--<script>',
    '--></head><body onload=alert(1)>',
    ']]>"}</script>',
    '\\u003c/script>\\',
    'A\u2028\u2029alert(1)//',
    "$& $' $` $1 $<head>",
    '\u202Eevil\u2066',
    '😀'.repeat(100),
  ])('has the name %s in its data only, and the same elements as for any other name', async (firstName) => {
    const [plain, hostile] = [portal.browser(), portal.browser()];
    await plain.register();
    await hostile.register({ firstName });
    const elements = (html: string) => html.match(/<[a-z/!]+/gi);
    const page = (await hostile.get('/dashboard')).body;
    expect(elements(page)).toEqual(elements((await plain.get('/dashboard')).body));
    const embedded = /id="session">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(embedded).firstName).toBe(firstName);
  });

  it('of an overview embeds the subscription and the open bill of its own customer only, whatever their texts', async () => {
    const [one, other] = [portal.browser(), portal.browser()];
    for (const browser of [one, other]) await browser.register();
    const bill = await billed(one);
    for (const address of ['/', '/dashboard', '/dashboard?tab=analytics']) {
      const page = await one.get(address);
      expect(answersIn(page.body), address).toEqual({
        '/api/user/subscription': (await one.get('/api/user/subscription')).json(),
        '/api/user/invoices?limit=10': (await one.get('/api/user/invoices?limit=10')).json(),
      });
      expect(page.body).toContain(bill);
      expect(page.body).not.toContain('<script>alert');
      expect(page.headers['cache-control']).toBe('no-store');
      const others = await other.get(address);
      expect(answersIn(others.body), address).toEqual({ '/api/user/subscription': null });
      expect(others.body).not.toContain(bill);
    }
  });

  it('of an overview embeds only unpaid bills', async () => {
    const browser = portal.browser();
    await browser.register();
    await billed(browser);
    await portal.pool.query("update invoices set status = 'void'");
    const { body } = await browser.get('/');
    expect(answersIn(body)).toEqual({ '/api/user/subscription': (await browser.get('/api/user/subscription')).json() });
  });

  it('other than an overview, of visitors and of staff embeds no customer’s answers', async () => {
    const browser = portal.browser();
    await browser.register();
    for (const path of ['/plans', '/profile', '/payment', '/receipts/RCT-2026-000001']) {
      expect((await browser.get(path)).body, path).not.toContain('id="answers"');
    }
    const { browser: staff } = await createStaff(portal);
    for (const path of ['/', '/dashboard']) expect((await staff.get(path)).body, path).not.toContain('id="answers"');
    expect((await portal.app.inject('/')).body).not.toContain('/api/user/');
  });

  it('of an overview is served without the preloaded queries while they cannot be read, after a short wait', async () => {
    const browser = portal.browser();
    await browser.register();
    await portal.pool.query('alter table invoices rename to invoices_away');
    const failed = await browser.get('/dashboard');
    await portal.pool.query('alter table invoices_away rename to invoices');
    const locker = await portal.pool.connect();
    await locker.query('begin; lock table user_subscriptions');
    // The lock is held until the page has loaded.
    const slow = await browser.get('/dashboard');
    await locker.query('rollback');
    locker.release();
    for (const page of [failed, slow]) {
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('id="session">{');
      expect(page.body).not.toContain('id="answers"');
    }
    expect(answersIn((await browser.get('/dashboard')).body)).toEqual({ '/api/user/subscription': null });
  });

  it('of the staff console is served to staff only: visitors sign in first, and customers get Not Found', async () => {
    const visitor = await portal.app.inject('/admin/tickets/7?from=1');
    expect([visitor.statusCode, visitor.headers.location]).toEqual([
      303,
      '/login?next=%2Fadmin%2Ftickets%2F7%3Ffrom%3D1',
    ]);
    const customer = portal.browser();
    await customer.register();
    const refused = await customer.get('/admin');
    expect([refused.statusCode, refused.body.includes('console')]).toEqual([404, false]);
    const { browser: staff } = await createStaff(portal);
    for (const path of ['/admin', '/admin/tickets/7', '/admin/network/outages/7']) {
      const page = await staff.get(path);
      expect([page.statusCode, page.headers['cache-control']], path).toEqual([200, 'no-store']);
      expect(page.body, path).toContain('console');
      expect(JSON.parse(/id="session">(.*?)<\/script>/.exec(page.body)?.[1] ?? '').role).toBe('admin');
    }
    expect((await staff.get('/admin/a/b/c/d')).statusCode).toBe(404);
  });

  it('of a customer asks visitors to sign in and returns to it', async () => {
    for (const path of [
      '/support/tickets/7f3a-1',
      '/support/tickets/7f3a-1/escalation',
      '/receipts/RCT-2026-000001',
      '/statements/2026-08',
    ]) {
      const visitor = await portal.app.inject(path);
      expect([visitor.statusCode, visitor.headers.location]).toEqual([303, `/login?next=${encodeURIComponent(path)}`]);
      const customer = portal.browser();
      await customer.register();
      expect((await customer.get(path)).body, path).toContain('shell');
    }
    expect((await portal.app.inject('/support/tickets/7/other')).statusCode).toBe(404);
  });

  it('of signing in redirects signed-in users to the page that was requested, and to no other site', async () => {
    const customer = portal.browser();
    await customer.register();
    const mailed = await customer.get(`/login?next=${encodeURIComponent('/profile?tab=billing')}`);
    expect([mailed.statusCode, mailed.headers.location]).toEqual([303, '/profile?tab=billing']);
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/login?next=/login',
      '/nothing',
    ]) {
      expect((await customer.get(`/login?next=${encodeURIComponent(next)}`)).statusCode, next).toBe(200);
    }
    expect((await portal.app.inject('/login?next=%2Fpayment')).statusCode).toBe(200);
  });

  it('requested under another name of this machine redirects to the host name of the session cookie', async () => {
    const local = await startTestPortal({ site, publicUrl: new URL('http://127.0.0.1:3000') });
    const ask = async (host: string) =>
      (await local.app.inject({ url: '/plans?region=abuja', headers: { host } })).headers.location;
    expect(await ask('localhost:3000')).toBe('http://127.0.0.1:3000/plans?region=abuja');
    for (const host of ['127.0.0.1:3000', 'localhost:4000', 'evil.example:3000'])
      expect(await ask(host), host).toBeUndefined();
    await local.close();
  });

  it('is also served while the database is unavailable, and then loads the session itself', async () => {
    const browser = portal.browser();
    await browser.register();
    await portal.pool.query('alter table sessions rename to sessions_away');
    const response = await browser.get('/dashboard');
    await portal.pool.query('alter table sessions_away rename to sessions');
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('id="session"');
  });

  it('that does not exist is answered as Not Found, for people and for programs', async () => {
    for (const path of [
      '/nothing',
      '/.git/config',
      '/..%2f..%2fetc/passwd',
      '/plans/',
      '/profile/x.css',
      '/receipts/a/b',
    ]) {
      const response = await portal.app.inject(path);
      expect(response.statusCode, path).toBe(404);
      expect(response.body).not.toContain('root:');
    }
    expect((await portal.app.inject('/nothing')).body).toContain('Page Not Found');
    expect((await portal.app.inject('/api/nothing')).json()).toMatchObject({
      success: false,
      code: 'request.not-found',
    });
    expect((await portal.app.inject('/assets/app-0.js')).json()).toMatchObject({ success: false });
  });

  it('whose path looks like a file is not served to a signed-in customer, so that no cache stores it', async () => {
    const browser = portal.browser();
    await browser.register();
    for (const path of ['/profile/x.css', '/dashboard/x.js', '/payment/x.png', '/receipts/a/b.css', '/profile.css']) {
      const response = await browser.get(path);
      expect(response.statusCode, path).toBe(404);
      expect(response.headers['cache-control'], path).toBe('no-store');
      expect(response.headers.etag, path).toBeUndefined();
    }
  });
});

describe('an asset', () => {
  it('is cached for ever and sent compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    const response = await portal.app.inject({ url: '/assets/app-1.js', headers });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('let a = 1;');
    const gzipped = await portal.app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'gzip' } });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).toString()).toContain('let a = 1;');
    expect((await portal.app.inject('/assets/app-1.js')).body).toContain('let a = 1;');
  });

  it('that decides whether a device is up to date is revalidated each time, and allowed by the CSP', async () => {
    for (const path of ['/service-worker.js', '/offline.html']) {
      const { headers } = await portal.app.inject(path);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
      expect(headers['content-security-policy']).toMatch(/manifest-src 'self'.*worker-src 'self'/);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await portal.app.inject('/icon-192.png')).headers['cache-control']).toBe('public, max-age=3600');
  });
});
