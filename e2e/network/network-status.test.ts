import type { NetworkStatus } from '@portal/contract/network/incidents';
import type { StaffIncident } from '@portal/contract/network/staff-incidents';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { answerWith } from '../fixtures/forms/form-faults.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

/** Other tests expect that everything works: an incident that a test opens, it resolves. */
test.afterEach(async ({ page, portal }) => {
  const path = `${portal.origin}/api/staff/incidents`;
  const incidents = (await (await page.request.get(path)).json()) as StaffIncident[];
  for (const { id } of incidents.filter(({ phase }) => phase !== 'over')) {
    await page.request.post(`${path}/${id}/updates`, { data: { text: 'Over.', status: 'resolved' } });
  }
});

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });

async function note(page: Page, origin: string, fields: object): Promise<void> {
  const form = {
    kind: 'incident',
    severity: 'minor',
    area: 'Garki',
    title: 'A cut cable',
    startsAt: at(-1),
    endsAt: null,
  };
  const answer = await page.request.post(`${origin}/api/staff/incidents`, { data: { ...form, ...fields } });
  expect(answer.ok()).toBe(true);
}

test('an incident reported by staff is on the status page and the landing page, with every update, until it is resolved', async ({
  page,
  newDevice,
}) => {
  const visitor = await (await newDevice()).newPage();
  await visitor.goto('/status');
  await expect(region(visitor, 'By area')).toContainText('All areas');

  await page.goto('/admin/network');
  await page.getByRole('link', { name: 'Report a fault' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Name the area')).toBeVisible();
  await expect(page.getByLabel('Area')).toBeFocused();
  await page.getByLabel('Area').fill('Wuse II');
  await page.getByLabel('Severity').selectOption('major');
  await page.getByLabel('What it is').fill('No light in Wuse II');
  await expect(region(page, 'What customers see').getByRole('heading', { level: 3 })).toHaveText('No light in Wuse II');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expectToast(page, 'Published');

  await visitor.reload();
  await expect(visitor.getByText('Some areas have no service.')).toBeVisible();
  await expect(region(visitor, 'By area')).toContainText('Wuse II');
  await expect(region(visitor, 'Under way')).toContainText('No light in Wuse II');
  await visitor.goto('/');
  await visitor.getByRole('heading', { name: 'Network Status' }).scrollIntoViewIfNeeded();
  await expect(visitor.getByText('Major outage')).toBeVisible();
  await visitor.getByRole('link', { name: 'See what is affected' }).click();
  await expect(visitor).toHaveURL('/status');

  const entry = region(page, 'Active').getByRole('article', { name: 'No light in Wuse II' });
  await entry.getByRole('button', { name: /^Add update/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Write the update first')).toBeVisible();
  await dialog.getByLabel('What customers read').fill('A team is on its way.');
  await dialog.getByLabel('Cause').fill('Road works');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(entry).toContainText('A team is on its way.');
  await visitor.reload();
  await expect(region(visitor, 'Under way')).toContainText('Cause: Road works');
  await expect(region(visitor, 'Under way').getByRole('list', { name: 'Updates' })).toContainText(
    'A team is on its way.',
  );

  await entry.getByRole('button', { name: /^Resolve/ }).click();
  await dialog.getByLabel('What customers read').fill('The cable is spliced.');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(region(page, 'Resolved').getByRole('article', { name: 'No light in Wuse II' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('The network works everywhere.')).toBeVisible();
  const past = region(visitor, 'The last 30 days').getByRole('listitem').filter({ hasText: 'No light in Wuse II' });
  await past.getByText('How it went').click();
  await expect(past.getByText('The cable is spliced.')).toBeVisible();
});

test('maintenance is announced with its time, marked when it is short notice, corrected and cancelled', {
  tag: '@long',
}, async ({ page, portal, watch }) => {
  const input = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16);
  await page.goto('/admin/network');
  await page.getByRole('link', { name: 'Plan maintenance' }).click();
  const warning = page.getByText('Customers have a right to seven days’ notice');
  await expect(page.getByLabel('Area', { exact: true })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Area', { exact: true }).fill('Lagos Island');
  await page.getByLabel('What it is').fill('New routre');
  await page.getByLabel('Begins').fill(input(26));
  await expect(warning).toBeVisible();
  await page.getByLabel('Ends').fill(input(20));
  watch.expectRefusal({ status: 422, path: /^\/api\/staff\/incidents$/ });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('It cannot end before it begins')).toBeVisible();
  await expect(page.getByLabel('Ends')).toBeFocused();
  await page.getByLabel('Ends').fill(input(29));
  await page.getByRole('button', { name: 'Publish' }).click();

  await region(page, 'Scheduled maintenance').getByRole('link', { name: 'Correct: New routre' }).click();
  await page.getByLabel('What it is').fill('New router');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Corrected');
  const entry = region(page, 'Scheduled maintenance').getByRole('article', { name: 'New router' });
  await expect(entry).toContainText('Lagos Island');
  const status = (await (await page.request.get(`${portal.origin}/api/network/status`)).json()) as NetworkStatus;
  expect(status).toMatchObject({ connection: 'Online', maintenance: expect.stringMatching(/^\d+ \w+, \d\d:\d\d$/) });

  await entry.getByRole('button', { name: 'Call off: New router' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What customers read').fill('The router comes later.');
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect(region(page, 'Resolved').getByRole('article', { name: 'New router' })).toBeVisible();
  await page.goto('/status');
  await expect(region(page, 'The last 30 days')).toContainText('Lagos Island, called off');
});

test('an open status page refreshes itself', { tag: '@long' }, async ({ page, portal, newDevice }) => {
  const visitor = await (await newDevice()).newPage();
  await visitor.clock.install();
  await visitor.goto('/status');
  await expect(region(visitor, 'By area')).toContainText('All areas');
  await note(page, portal.origin, { area: 'Yaba', title: 'Slow in Yaba' });
  await visitor.clock.fastForward(31_000);
  await expect(region(visitor, 'Under way')).toContainText('Slow in Yaba');
});

test('the status page can be read without script, with the current status', { tag: '@long' }, async ({
  page,
  portal,
  browser,
}) => {
  await note(page, portal.origin, { area: 'Ikeja', title: 'Power failure in the Ikeja hub' });
  const context = await browser.newContext({ baseURL: portal.origin, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto('/');
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Network Status' }).click();
  await expect(reader).toHaveURL('/status');
  await expect(region(reader, 'By area')).toContainText('Ikeja');
  await expect(region(reader, 'Under way')).toContainText('Power failure in the Ikeja hub');
  await context.close();
});

test('a status that cannot be loaded is not shown as good, and is loaded again on Retry', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.expectRefusal({ status: 503, path: /^\/api\/network\/report$/ });
  const busy = { status: 503, json: { success: false, message: 'The service is busy.' } };
  await page.route('**/api/network/report', (route) => route.fulfill(busy));
  await page.goto('/status');
  await expect(page.getByText('The network status could not be loaded.')).toBeVisible();
  await expect(page.getByText('503: The service is busy.')).toBeVisible();
  await expect(page.getByText('Online')).toHaveCount(0);
  await page.unroute('**/api/network/report');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(region(page, 'By area')).toContainText('Online');
});

test('the status page and the network pages of the console are accessible and fit, in both themes, with a fault and maintenance', {
  tag: '@long',
}, async ({ page, portal }) => {
  await note(page, portal.origin, { severity: 'major', details: 'Two engineers are splicing it.', endsAt: at(2) });
  await note(page, portal.origin, {
    kind: 'maintenance',
    area: 'Lagos Island',
    title: 'New router',
    startsAt: at(200),
  });
  await expectUsable(page, ['/status', '/admin/network']);
});

test('thirty days without a fault are shown as such', { tag: '@long' }, async ({ page }) => {
  await page.goto('/status');
  await answerWith<object>(page, /^\/api\/network\/report$/, (report) => ({ ...report, past: [] }));
  const past = region(page, 'The last 30 days');
  await expect(past.getByText('No faults, no maintenance')).toBeVisible();
  await expect(past).toContainText('Whatever happens to the network stays on this page for 30 days.');
});
