import type { LanguageCode } from '@portal/contract/messaging/notices';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createStaff } from '../../../testing/staff-browser.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { refusedWith } from '../../../testing/test-socket.ts';
import type { Site } from './site.ts';
import { toSiteFile } from './site-files.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const html = (body: string) =>
  `<!doctype html><html lang="en"><head><script type="module" src="/assets/app.js"></script></head><body><div id="root" data-page="x">${body}</div></body></html>`;
const inLanguage = (code: LanguageCode) => ({
  pages: new Map(['/plans', '/about'].map((path) => [path, () => html(`${path} in ${code}`)])),
  shell: html(`shell in ${code}`),
  notFound: () => html('Page Not Found'),
});
const site: Site = {
  assets: new Map([['/view-bar.js', toSiteFile('text/javascript', Buffer.from('bar();'))]]),
  inLanguage: { en: inLanguage('en'), yo: inLanguage('yo'), ha: inLanguage('ha'), ig: inLanguage('ig') },
  admin: html('console'),
  renderPage: async () => '',
  styleHashes: [],
};

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ site });
  await portal.app.listen({ port: 0 });
});
afterAll(() => portal.close());

async function viewing(firstName = 'Amina') {
  const staff = await createStaff(portal, undefined, 'support');
  const customer = portal.browser();
  const { user } = (await customer.register({ firstName, lastName: 'Bello' })).json();
  const begun = await staff.browser.post(`/api/staff/customers/${user.id}/views`, { reason: 'a call' });
  return { staff, customer, userId: Number(user.id), view: begun.json().view };
}

const embedded = (page: string, id: string) =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(page)?.[1] ?? 'null');
const open = async (browser: TestBrowser, path: string) => (await browser.get(path)).body;

it('a page of a view is the customer’s own, with the bar before the portal’s own scripts; the console is staff’s', async () => {
  const { staff, userId, view } = await viewing();
  for (const path of ['/dashboard', '/', '/plans', '/profile?tab=billing']) {
    const page = await open(staff.browser, path);
    expect(embedded(page, 'session'), path).toMatchObject({ id: userId, role: 'customer' });
    const facts = embedded(page, 'account-view');
    expect(facts).toMatchObject({ id: view.id, customerId: userId, name: 'Amina Bello', reason: 'a call' });
    expect(facts.secondsLeft).toBeGreaterThan(500);
    expect(page.indexOf('src="/view-bar.js"')).toBeGreaterThan(0);
    expect(page.indexOf('src="/view-bar.js"')).toBeLessThan(page.indexOf('src="/assets/app.js"'));
  }
  const desk = await open(staff.browser, '/admin/customers');
  expect(embedded(desk, 'session')).toMatchObject({ id: staff.id, role: 'admin' });
  expect(desk).not.toContain('view-bar');
  const seen = (await staff.browser.get(`/api/staff/account-views/${view.id}`)).json();
  expect(seen.pages).toEqual(['/dashboard', '/', '/plans', '/profile']);
});

it('a name cannot end the element that carries it', async () => {
  const { staff } = await viewing('</script><b>');
  expect(await open(staff.browser, '/dashboard')).not.toContain('</script><b>');
});

it('a customer’s own page and calls name nothing of views, and ask the database nothing more for them', async () => {
  const { staff, customer } = await viewing();
  const asked = vi.spyOn(portal.database.$client, 'query');
  const asksForViews = () => asked.mock.calls.some((call) => JSON.stringify(call).includes('account_views'));
  const page = await open(customer, '/dashboard');
  await customer.get('/api/user');
  expect(asksForViews()).toBe(false);
  await staff.browser.get('/api/staff/me');
  expect(asksForViews()).toBe(false);
  await staff.browser.get('/api/user');
  expect(asksForViews()).toBe(true);
  asked.mockRestore();
  expect(page).toContain('shell in en');
  expect(page).not.toContain('account-view');
  expect(page).not.toContain('view-bar');
});

it('the bar’s script is asked for again each time, since its name stays', async () => {
  expect((await portal.app.inject('/view-bar.js')).headers['cache-control']).toBe('no-cache');
});

it('a page that is loaded again after the end leads staff to what they saw, and anybody else nowhere', async () => {
  const { staff, view } = await viewing();
  const token = staff.browser.cookies.get('account-view') ?? '';
  await staff.browser.delete(`/api/staff/account-views/${view.id}`);
  staff.browser.cookies.set('account-view', token);
  const again = await staff.browser.get('/dashboard');
  expect([again.statusCode, again.headers.location]).toEqual([303, `/admin/account-views/${view.id}`]);
  expect(staff.browser.cookies.has('account-view')).toBe(false);
  const shared = await portal.app.inject({ url: '/about', headers: { cookie: `account-view=${token}` } });
  expect([shared.statusCode, shared.body.includes('/about in en')]).toEqual([200, true]);
});

it('a view has no socket of a customer: nothing is marked as delivered or read', async () => {
  const { staff } = await viewing();
  expect(await refusedWith(portal.app, '/ws/live', staff.browser)).toBe(403);
});
