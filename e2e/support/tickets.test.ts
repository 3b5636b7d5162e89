import { writeFileSync } from 'node:fs';
import type { Route } from '@playwright/test';
import type { Ticket } from '@portal/contract/support/tickets';
import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_CUSTOMER, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { messagesTo } from '../fixtures/portal/outbox.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const MISSING = 'Please fill in all required fields.';
const TICKETS = '**/api/user/tickets*';
const BUSY = { status: 503, json: { success: false, message: 'The service is busy.' } };

test.describe('the ticket form', () => {
  test('leads a visitor to the sign-in and back', { tag: '@long' }, async ({ page, portal, newDevice }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await page.goto('/support');
    const section = page.getByRole('region', { name: 'Create a support ticket' });
    await expect(section.getByLabel('Subject')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'My tickets' })).toHaveCount(0);
    await section.getByRole('link', { name: 'Sign In' }).click();
    await logIn(page, person);
    await page.waitForURL('/support#ticket');
    await expect(section.getByLabel('Subject')).toBeInViewport();
    await expect(page.getByText('No tickets yet')).toBeVisible();
  });

  test('shows the SLA, and whatever prevents the ticket from being sent', { tag: '@long' }, async ({
    page,
    customer: _customer,
    watch,
  }) => {
    await page.goto('/support');
    const create = page.getByRole('button', { name: 'Create Ticket' });
    const description = page.getByLabel('Description');
    const refuse = (answer: Parameters<Route['fulfill']>[0]) =>
      page.route(TICKETS, (route) => (route.request().method() === 'POST' ? route.fulfill(answer) : route.continue()));

    await test.step('the SLA of each category', async () => {
      for (const [kind, promise] of [
        ['Slow or no internet', 'We contact you within 4 hours and restore service within 72 hours.'],
        ['Bill or payment', 'We answer you and settle it within 24 hours.'],
        ['My account', 'We answer you within 4 days and settle it within 30 days.'],
      ] as const) {
        await page.getByRole('radio', { name: kind }).check();
        await expect(page.getByText(promise)).toBeVisible();
      }
      await expect(page.getByLabel('Priority').getByRole('option')).toHaveText(['Low', 'Medium', 'High', 'Urgent']);
    });

    await test.step('every missing value is reported under its field, and the first such field has the focus', async () => {
      for (const field of ['Subject', 'Description'])
        await expect(page.getByLabel(field)).toHaveAttribute('required', '');
      await create.click();
      await expect(page.getByText(MISSING)).toHaveCount(2);
      await expect(page.getByLabel('Subject')).toBeFocused();
      await page.getByLabel('Subject').fill('   ');
      await description.fill('Since this morning');
      await create.click();
      await expect(page.getByText(MISSING)).toHaveCount(1);
      await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true');
    });

    await test.step('the form moves the focus to the field that the server refuses, until it is corrected', async () => {
      await fillTicket(page, 'Router restarts');
      const errors = { description: 'Remove the characters that cannot be shown' };
      watch.expectRefusal({ status: 422, path: /^\/api\/user\/tickets$/ });
      await refuse({ status: 422, json: { success: false, message: 'Check the form.', errors } });
      await create.click();
      await expect(description).toHaveAccessibleDescription(errors.description);
      await expect(description).toBeFocused();
      await description.fill('It went dark.');
      await expect(description).not.toHaveAccessibleDescription(errors.description);
      await page.unroute(TICKETS);
    });

    await test.step('a ticket that could not be stored is reported, and what was typed is still there', async () => {
      watch.expectRefusal({ status: 503, path: /^\/api\/user\/tickets$/ });
      await refuse(BUSY);
      await create.click();
      await expectFailure(page, 'Error', 'Failed to create support ticket. Please try again.');
      await expect(page.getByText('The service is busy.')).toBeVisible();
      await expect(page.getByLabel('Subject')).toHaveValue('Router restarts');
      await page.unroute(TICKETS);
      await create.click();
      await expectToast(page, 'Ticket created');
    });
  });

  test('accepts the file types that we can read', { tag: '@long' }, async ({ page, customer: _customer, watch }) => {
    watch.expectRefusal({ status: 415, path: /ticket-attachments$/ });
    await page.goto('/support');
    await fillTicket(page, 'Three files');

    await test.step('a file that is too large or not a picture is refused with a reason and never silently left out', async () => {
      await attach(page, { name: 'scan.pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
      await expect(fileRow(page, 'scan.pdf')).toContainText('A file may have up to 5 MB.');
      await attach(page, { name: 'list.xlsx', buffer: Buffer.from('x') });
      await expect(fileRow(page, 'list.xlsx')).toContainText('Send a PNG, JPEG or WebP picture, or a PDF.');
      await attach(page, { name: 'page.png', buffer: Buffer.from('<script>alert(1)</script>') });
      await expect(fileRow(page, 'page.png')).toContainText('Send a PNG, JPEG or WebP picture, or a PDF.');
      await page.getByRole('button', { name: 'Create Ticket' }).click();
      await expect(page.getByText('One of the files is not attached. Try it again or remove it.')).toBeVisible();
      for (const name of ['scan.pdf', 'list.xlsx', 'page.png']) {
        await page.getByRole('button', { name: `Remove ${name}` }).click();
      }
      await expect(page.getByRole('button', { name: 'Add files' })).toBeFocused();
    });

    await test.step('a large photograph is made small enough before it is sent', async () => {
      const photo = await page.evaluate(async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1800, height: 1400 });
        const pen = canvas.getContext('2d');
        const noise = pen?.createImageData(1800, 1400);
        for (let at = 0; noise && at < noise.data.length; at += 65_536) {
          crypto.getRandomValues(new Uint8Array(noise.data.buffer, at, Math.min(65_536, noise.data.length - at)));
        }
        if (noise) pen?.putImageData(noise, 0, 0);
        return canvas.toDataURL('image/png').split(',')[1] ?? '';
      });
      const buffer = Buffer.from(photo, 'base64');
      expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
      await attach(page, { name: 'router.png', buffer });
      await expect(fileRow(page, 'router.png')).toContainText(/^router\.png\d\.\d MB, attached$/);
    });
    await page.getByRole('button', { name: 'Create Ticket' }).click();
    await expectToast(page, 'Ticket created');
  });

  test('returns a number to quote and a deadline, takes a picture along, and is empty again', async ({
    page,
    portal,
    customer,
    newDevice,
  }) => {
    await page.goto('/support');
    await page.getByRole('radio', { name: 'Slow or no internet' }).check();
    await fillTicket(page, 'No light on the fibre box');
    await page.getByLabel('Priority').selectOption('urgent');
    await attach(page, { name: 'red lamp.png', buffer: await picture(page) });
    const clicked = Promise.withResolvers<void>();
    await page.route('**/api/user/tickets', async (route) => {
      await clicked.promise;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Create Ticket' }).dblclick();
    clicked.resolve();
    await expectToast(page, 'Ticket created', /T-\d{6}/);
    const sent = page.getByRole('status').filter({ hasText: 'We have your ticket.' });
    await expect(sent).toContainText(/T-\d{6}/);
    await expect(sent).toContainText(/We contact you by .*\d\d:\d\d/);
    await expect(sent).toBeFocused();
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await expect(page.getByLabel('Priority')).toHaveValue('medium');
    await expect(page.getByText('red lamp.png')).toHaveCount(0);
    await page.reload();
    const row = ticketRows(page);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(/T-\d{6}, updated /);
    await expect(row).toContainText('Urgent');
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No light on the fibre box');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'red lamp.png' }).click();
    expect((await download).suggestedFilename()).toBe('red lamp.png');

    const [mail] = await messagesTo(portal.origin, customer.email);
    expect(mail?.text).toContain(page.url());
    const stranger = await (await newDevice()).newPage();
    await stranger.goto(page.url());
    await expect(stranger).toHaveURL(/\/login\?next=/);
    await logIn(stranger, customer);
    await expect(stranger).toHaveURL(page.url());
    await expect(stranger.getByText('It went dark after the storm.')).toBeVisible();
  });

  test('stores an unsent ticket with its files on this device, without a connection and over a reload, until logout', async ({
    page,
    context,
    customer,
    watch,
  }) => {
    watch.expectLostRequests();
    watch.expectWarning(/WebSocket/);
    await page.goto('/support');
    await fillTicket(page, 'Slow in the evening');
    await attach(page, { name: 'lamp.png', buffer: await picture(page) });
    await expect(fileRow(page, 'lamp.png')).toContainText('attached');
    await context.setOffline(true);
    await expect(page.getByText('You can send this once you are connected again.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Ticket' })).toBeDisabled();
    await page.getByLabel('Subject').fill('Slow in the evenings');
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel('Subject')).toHaveValue('Slow in the evenings');
    await expect(fileRow(page, 'lamp.png')).toContainText('attached');
    // What the page's socket asks it to load meanwhile comes after the end of the session.
    watch.expectRefusal({ status: 401, path: /^\/api\/(chat\/active|user\/tickets)$/ });
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expectToast(page, 'Logged out successfully');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
    await page.goto('/login?next=/support');
    await logIn(page, customer);
    await expect(page.getByLabel('Subject')).toHaveValue('');
  });
});

test.describe('My tickets', () => {
  test('are loaded for signed-in customers alone', async ({ page, context, portal }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/user/tickets')) asked.push(request.method());
    });
    await page.goto('/support');
    await expect(page.getByText('Sign in to create a ticket')).toBeVisible();
    expect(asked).toEqual([]);
    await registerPerson(context, portal.origin, newPerson());
    await page.reload();
    await expect(page.getByText('No tickets yet')).toBeVisible();
    expect(asked).toEqual(['GET']);
  });

  test('show when they could not be loaded, and show older ones on demand', { tag: '@long' }, async ({
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

  test('that are overdue show that, and lead to the facts for the regulator, to print, copy or send', {
    tag: '@long',
  }, async ({ page, context, portal }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(context, portal.origin, DEMO_CUSTOMER);
    await page.goto('/support');
    await ticketRows(page).filter({ hasText: 'We are late: we promised to settle this by' }).getByRole('link').click();
    await page.getByRole('link', { name: 'Take this complaint further' }).click();
    await expect(page.getByText(/^A solution was promised by .* and has not come\.$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^622/ })).toHaveAttribute('href', 'tel:622');
    await expect(page.getByRole('link', { name: /ncc\.gov\.ng.*mail/ })).toHaveAttribute(
      'href',
      /^mailto:consumerportal@ncc\.gov\.ng\?subject=Complaint.*T-000002/,
    );
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expectToast(page, 'Copied!');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/Customer: Amina Bello\nSubject: Connection drops when it rains\n/);
  });
});

/** A screenshot of a corner of the page. */
function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } });
}

/** From a file: passing megabytes to the browser would take seconds. */
async function attach(page: Page, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
  const path = test.info().outputPath(name);
  writeFileSync(path, buffer);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(path);
}

function fileRow(page: Page, name: string) {
  return page.getByRole('group', { name: 'Attachments' }).getByRole('listitem').filter({ hasText: name });
}

function ticketRows(page: Page) {
  return page.getByRole('region', { name: 'My tickets' }).getByRole('listitem');
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function fillTicket(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Description').fill('It went dark after the storm.');
}

/** The server's list, the newest first, as its answer with eleven tickets. */
function elevenTickets(address: URL): Ticket[] {
  const nothing = {
    firstResponseDueAt: null,
    resolutionDueAt: null,
    firstResponseAt: null,
    resolvedAt: null,
    next: null,
  };
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
      sla: { ...nothing, overdue: false, canEscalate: false },
      createdAt: '2026-11-01T08:00:00Z',
      updated: '2026-11-02T08:00:00Z',
    }),
  );
  const before = tickets.findIndex(({ id }) => id === address.searchParams.get('before'));
  return tickets.slice(before + 1).slice(0, Number(address.searchParams.get('limit')));
}
