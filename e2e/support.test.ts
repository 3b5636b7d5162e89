import type { NetworkStatus } from '@portal/contract/network-status';
import type { Ticket } from '@portal/contract/ticket';
import { newPerson, registerPerson } from './stage/customer.ts';
import { expect, type Page, test } from './stage/stage.ts';
import { expectToast, toastOf } from './stage/toast.ts';

const MISSING = 'Please fill in all required fields.';
const TICKETS = '**/api/user/tickets*';
const STATUS = '**/api/network/status';
const BUSY = { status: 503, json: { success: false, message: 'The service is busy.' } };

test.describe('the questions', () => {
  test('are found by a word of the question or of the answer, in capitals or not', async ({ page }) => {
    await page.goto('/support');
    const faq = page.locator('#faq');
    const search = faq.getByRole('searchbox', { name: 'Search questions' });
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

  test('can be narrowed to account, technical and billing', async ({ page }) => {
    await page.goto('/support');
    const faq = page.locator('#faq');
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

  test('a link to an answer opens it', async ({ page }) => {
    await page.goto('/support#speed');
    await expect(page.locator('#speed')).toHaveAttribute('open', '');
    await expect(page.getByText('connect one computer to the router')).toBeInViewport();
  });
});

test('help is a call, a ticket or a letter away, at any hour, and the ways to pay are named', async ({ page }) => {
  await page.goto('/support');
  const contact = page.getByRole('region', { name: 'Contact Us' });
  await expect(contact.getByRole('link', { name: /^Talk to a person now/ })).toHaveAttribute('href', /^tel:\+/);
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

test.describe('tickets', () => {
  test('a visitor signs in on the way to the form and comes back to it', async ({ page, portal, newDevice }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await page.goto('/support');
    const section = page.getByRole('region', { name: 'Create a support ticket' });
    await expect(section.getByLabel('Subject')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'My tickets' })).toHaveCount(0);
    await section.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Email Address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/support#ticket');
    await expect(section.getByLabel('Subject')).toBeInViewport();
    await expect(page.getByText('No tickets yet')).toBeVisible();
  });

  test('are asked for by who is signed in alone', async ({ page, context, portal }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/user/tickets')) asked.push(request.method());
    });
    await page.goto('/support');
    await expect(page.getByText('Sign in to create a ticket')).toBeVisible();
    await page.getByRole('definition').first().scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await registerPerson(context, portal.origin, newPerson());
    await page.reload();
    await expect(page.getByText('No tickets yet')).toBeVisible();
    expect(asked).toEqual(['GET']);
    for (const field of ['Subject', 'Description']) {
      await expect(page.getByLabel(field)).toHaveAttribute('required', '');
    }
    await expect(page.getByLabel('Priority').getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent']);
  });

  test('what is missing is said under its field, and the first such field has the focus', async ({
    page,
    customer: _customer,
  }) => {
    await page.goto('/support');
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expect(page.getByText(MISSING)).toHaveCount(2);
    await expect(page.getByLabel('Subject')).toBeFocused();
    await page.getByLabel('Subject').fill('   ');
    await page.getByLabel('Description').fill('Since this morning');
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expect(page.getByText(MISSING)).toHaveCount(1);
    await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true');
  });

  test('a ticket gets a number, appears in the list and is nobody else’s; the form is empty again', async ({
    page,
    portal,
    customer: _customer,
    newDevice,
  }) => {
    await page.goto('/support');
    await expect(page.getByLabel('Priority')).toHaveValue('medium');
    await fillTicket(page, 'No light on the fibre box');
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByRole('button', { name: 'Create Ticket' }).dblclick();
    await expectToast(page, 'Ticket created', /T-\d{6}/);
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await expect(page.getByLabel('Priority')).toHaveValue('medium');
    const row = page.getByRole('region', { name: 'My tickets' }).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('No light on the fibre box');
    await expect(row).toContainText(/T-\d{6}, updated /);
    await expect(row).toContainText('Open');
    await expect(row).toContainText('Urgent');
    await row.locator('summary').click();
    await expect(row.getByText('It went dark after the storm.')).toBeVisible();

    const stranger = await newDevice();
    await registerPerson(stranger, portal.origin, newPerson('Tunde'));
    expect(await (await stranger.request.get(`${portal.origin}/api/user/tickets`)).json()).toEqual([]);
  });

  test('a ticket that could not be stored is said so, and what was typed is still there', async ({
    page,
    customer: _customer,
    watch,
  }) => {
    await page.goto('/support');
    await fillTicket(page, 'Router restarts');
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/tickets$/ });
    await page.route(TICKETS, (route) =>
      route.request().method() === 'POST' ? route.fulfill(BUSY) : route.continue(),
    );
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expectToast(page, 'Error', 'Failed to create support ticket. Please try again.');
    await expect(page.getByText('The service is busy.')).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('Router restarts');
    await page.unroute(TICKETS);
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expectToast(page, 'Ticket created');
  });

  test('without a connection the form waits and keeps what was typed', async ({
    page,
    context,
    customer: _customer,
  }) => {
    await page.goto('/support');
    await fillTicket(page, 'Slow in the evening');
    await context.setOffline(true);
    await expect(page.getByText('You can send this once you are connected again.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Ticket' })).toBeDisabled();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expectToast(page, 'Ticket created');
  });

  test('the list says when it could not be loaded, and shows older tickets on demand', async ({
    page,
    customer: _customer,
    watch,
  }) => {
    watch.expectRefusal({ status: 503, path: /^\/api\/user\/tickets$/ });
    await page.route(TICKETS, (route) => route.fulfill(BUSY));
    await page.goto('/support');
    await expect(page.getByText('We could not load your tickets')).toBeVisible();
    await page.unroute(TICKETS);
    await page.route(TICKETS, (route) => route.fulfill({ json: elevenTickets(new URL(route.request().url())) }));
    const list = page.getByRole('region', { name: 'My tickets' });
    await list.getByRole('button', { name: 'Retry' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(10);
    await expect(list.getByText('Ticket 1', { exact: true })).toHaveCount(0);
    await list.getByRole('button', { name: 'Show more' }).click();
    await expect(list.getByText('Ticket 1', { exact: true })).toBeVisible();
    await expect(list.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });
});

test.describe('the service status', () => {
  test('reads Online, Excellent, None while nothing is the matter', async ({ page }) => {
    await page.goto('/support#network');
    const status = page.getByRole('region', { name: 'Service status' });
    await expect(status.getByRole('definition')).toHaveText(['Online', 'Excellent', 'None']);
  });

  test('tells of a fault and of planned work, where and when', async ({ page }) => {
    await page.route(STATUS, (route) => route.fulfill({ json: TROUBLE }));
    await page.goto('/support#network');
    const status = page.getByRole('region', { name: 'Service status' });
    await expect(status.getByRole('definition')).toHaveText(['Partial outage', 'Degraded', '22 November 2026, 01:00']);
    const [fault, work] = [status.getByRole('listitem').first(), status.getByRole('listitem').last()];
    await expect(fault).toContainText('Fault');
    await expect(fault).toContainText('Cable cut near Area 3 Junction');
    await expect(fault).toContainText(/^.*Garki, Abuja, since 21 November.*, 07:10/);
    await expect(work).toContainText('Maintenance');
    await expect(work).toContainText(/Lagos Island, 22 November.*, 01:00 to 04:00/);
  });

  test('that could not be loaded is not claimed to be good, and is asked for again on Retry', async ({
    page,
    watch,
  }) => {
    watch.expectRefusal({ status: 503, path: /^\/api\/network\/status$/ });
    await page.route(STATUS, (route) => route.fulfill(BUSY));
    await page.goto('/support#network');
    const status = page.getByRole('region', { name: 'Service status' });
    await expect(status.getByText('The network status could not be loaded.')).toBeVisible();
    await expect(status.getByText('Online')).toHaveCount(0);
    await page.unroute(STATUS);
    await status.getByRole('button', { name: 'Retry' }).click();
    await expect(status.getByText('Online')).toBeVisible();
    await expect(toastOf(page)).toHaveCount(0);
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

/** The server's list, the newest first, as it would answer with eleven tickets. */
function elevenTickets(address: URL): Ticket[] {
  const tickets = Array.from(
    { length: 11 },
    (_, index): Ticket => ({
      id: `id-${11 - index}`,
      number: `T-${String(11 - index).padStart(6, '0')}`,
      title: `Ticket ${11 - index}`,
      description: 'One of many',
      status: 'resolved',
      priority: 'low',
      category: 'other',
      promise: {
        contactBy: null,
        resolveBy: null,
        contactedAt: null,
        resolvedAt: null,
        next: null,
        overdue: false,
        canEscalate: false,
      },
      createdAt: '2026-11-01T08:00:00Z',
      updated: '2026-11-02T08:00:00Z',
    }),
  );
  const before = tickets.findIndex(({ id }) => id === address.searchParams.get('before'));
  return tickets.slice(before + 1).slice(0, Number(address.searchParams.get('limit')));
}

async function fillTicket(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Description').fill('It went dark after the storm.');
}
