import type { NetworkStatus } from '@portal/contract/network/incidents';
import { toastOf } from '../fixtures/browser/toast.ts';
import { expect, test } from '../fixtures/test.ts';

const STATUS = '**/api/network/status';
const BUSY = { status: 503, json: { success: false, message: 'The service is busy.' } };

test('the questions are searched, filtered and linked to', async ({ page }) => {
  await page.goto('/support');
  const faq = page.locator('#faq');
  const search = faq.getByRole('searchbox', { name: 'Search questions' });
  await test.step('by a word of the question or of the answer, in capitals or not', async () => {
    await search.fill('WI-FI in every ROOM');
    await expect(faq.locator('details')).toHaveCount(1);
    await search.fill('microwave');
    await expect(faq.locator('summary')).toHaveText('How do I get better Wi-Fi in every room?');
    await faq.locator('summary').click();
    await expect(faq.getByText('microwave ovens')).toBeVisible();
    await search.fill('no such word');
    await expect(faq.getByText('No question matches')).toBeVisible();
    await faq.getByRole('button', { name: 'Show all questions' }).click();
    await expect(search).toHaveValue('');
    expect(await faq.locator('details').count()).toBeGreaterThanOrEqual(4);
  });
  await test.step('by account, technical and billing', async () => {
    const all = await faq.locator('details').count();
    let together = 0;
    for (const name of ['Account', 'Technical', 'Billing']) {
      const chip = faq.getByRole('button', { name, exact: true });
      await chip.click();
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
      together += await faq.locator('details').count();
    }
    expect(together).toBe(all);
    await expect(faq.getByText('Which payment methods do you accept?')).toBeVisible();
    await expect(faq.getByText('How do I change my plan?')).toHaveCount(0);
    await faq.getByRole('button', { name: 'All', exact: true }).click();
    await expect(faq.locator('details')).toHaveCount(all);
  });
  await test.step('a link to an answer opens it', async () => {
    await page.goto('/support#speed');
    await page.reload();
    await expect(page.locator('#speed')).toHaveAttribute('open', '');
    await expect(page.getByText('connect one computer to the router')).toBeInViewport();
  });
});

test('help is available by chat, phone, ticket or mail, at any hour, and the ways to pay are named', async ({
  page,
}) => {
  await page.goto('/support');
  const contact = page.getByRole('region', { name: 'Contact Us' });
  await expect(page.getByText('The person who answers can see your line.')).toBeVisible();
  await expect(contact.getByRole('link', { name: /^Live Chat/ })).toHaveAttribute('href', '/support#chat');
  await expect(contact.getByText('Average response 2 minutes')).toBeVisible();
  await expect(contact.getByRole('link', { name: /Calls answered day and night$/ })).toHaveAttribute('href', /^tel:\+/);
  await expect(contact.locator('a[href^="mailto:"]')).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Call the emergency line/ })).toHaveAttribute('href', /^tel:\+/);
  await expect(page.getByText('24 hours a day, 7 days a week')).toBeVisible();
  const ways = page.getByRole('region', { name: 'Payment options' });
  for (const way of ['Paystack, Flutterwave, Quickteller', 'Bank transfer', 'USSD']) {
    await expect(ways.getByText(way, { exact: true })).toBeVisible();
  }
  await contact.getByRole('link', { name: /^Create Ticket/ }).click();
  await expect(page).toHaveURL('/support#ticket');
});

test('the service status is never shown better than it is', async ({ page, watch }) => {
  const status = page.getByRole('region', { name: 'Service status' });
  await test.step('one that could not be loaded is not shown as good, and is loaded again on Retry', async () => {
    watch.expectRefusal({ status: 503, path: /^\/api\/network\/status$/ });
    await page.route(STATUS, (route) => route.fulfill(BUSY));
    await page.goto('/support#network');
    await expect(status.getByText('The network status could not be loaded.')).toBeVisible();
    await expect(status.getByText('Online')).toHaveCount(0);
    await page.unroute(STATUS);
    await status.getByRole('button', { name: 'Retry' }).click();
    await expect(toastOf(page)).toHaveCount(0);
  });
  await test.step('it reads Online, Excellent, None while there is no incident', async () => {
    await expect(status.getByRole('definition')).toHaveText(['Online', 'Excellent', 'None']);
  });
  await test.step('it shows a fault and scheduled maintenance, where and when', async () => {
    await page.route(STATUS, (route) => route.fulfill({ json: TROUBLE }));
    await page.reload();
    await expect(status.getByRole('definition')).toHaveText(['Partial outage', 'Degraded', '22 November 2026, 01:00']);
    const [fault, work] = [status.getByRole('listitem').first(), status.getByRole('listitem').last()];
    await expect(fault).toContainText('Fault');
    await expect(fault).toContainText('Cable cut near Area 3 Junction');
    await expect(fault).toContainText(/^.*Garki, Abuja, since 21 November.*, 07:10/);
    await expect(work).toContainText('Maintenance');
    await expect(work).toContainText(/Lagos Island, 22 November.*, 01:00 to 04:00/);
  });
});

const TROUBLE: NetworkStatus = {
  connection: 'Partial outage',
  quality: 'Degraded',
  maintenance: '22 November 2026, 01:00',
  incidents: [
    {
      id: 'i1',
      kind: 'incident',
      severity: 'minor',
      status: 'open',
      area: 'Garki, Abuja',
      title: 'Cable cut near Area 3 Junction',
      details: 'Two engineers are splicing it.',
      cause: '',
      updates: [],
      startsAt: '2026-11-21T06:10:00Z',
      endsAt: null,
    },
    {
      id: 'i2',
      kind: 'maintenance',
      severity: 'minor',
      status: 'scheduled',
      area: 'Lagos Island',
      title: 'New router in the Marina exchange',
      details: '',
      cause: '',
      updates: [],
      startsAt: '2026-11-22T00:00:00Z',
      endsAt: '2026-11-22T03:00:00Z',
    },
  ],
  updatedAt: '2026-11-21T07:00:00Z',
};
