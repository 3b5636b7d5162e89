import { readFile } from 'node:fs/promises';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { identify, openMore } from '../fixtures/forms/console-steps.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const TELEPHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };

/** The name of a day in Lagos that is so many days ahead, as the page says it. */
const dayIn = (days: number, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', ...style }).format(Date.now() + days * 24 * 3_600_000);
const WHOLE = { weekday: 'long', day: 'numeric', month: 'long' } as const;

async function choose(page: Page, days: number) {
  await page.getByRole('radio', { name: dayIn(days, WHOLE) }).check();
}

test('“I pay in five days, leave it on until then”: a customer whose line is off says so on a phone, and is online', async ({
  page,
  portal,
  subscriber,
}) => {
  await page.setViewportSize(TELEPHONE);
  await portal.renewIn(subscriber.email, '-4 days');
  await expect
    .poll(async () => (await (await page.request.get('/api/user/subscription')).json()).status)
    .toBe('suspended');
  await page.goto('/payment?promise');
  const main = page.getByRole('main');
  await expect(main.getByText('Your line is off. Paying, or a promise, switches it on at once.')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'I will pay on' })).toBeFocused();
  await expect(main.getByRole('button', { name: 'Choose a day' })).toBeDisabled();
  await choose(page, 5);
  await expect(main.getByText(/^Your line stays on until .*, 23:59. We remind you that morning.$/)).toBeVisible();
  await expect(main.getByText(/^Your month still counts from .* Nothing is added.$/)).toBeVisible();
  expect(await findOverflow(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await main.getByRole('button', { name: /^Promise / }).click();
  await expectToast(page, 'Promised', 'Your line stays on until the end of that day.');
  await expect(main.getByRole('heading', { name: 'Your line stays on until' })).toBeVisible();
  await expect(main.getByText('Off, if ₦20,000 is still open')).toBeVisible();
  expect((await (await page.request.get('/api/user/subscription')).json()).status).toBe('active');
  expect(await findOverflow(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Add to my calendar' }).click();
  const calendar = await readFile(await (await saved).path(), 'utf8');
  const [year, month, day] = ['year', 'month', 'day'].map((part) =>
    dayIn(5, { [part]: part === 'year' ? 'numeric' : '2-digit' }),
  );
  expect(calendar).toContain(`DTSTART:${year}${month}${day}T070000Z`);
});

test('a customer whose bill is due says when they pay, and then only paying is offered', async ({
  page,
  portal,
  subscriber,
}) => {
  await portal.renewIn(subscriber.email, '-1 day');
  await page.goto('/payment');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Say when you pay' }).click();
  await expect(main.getByRole('heading', { name: 'I will pay on' })).toBeFocused();
  await choose(page, 6);
  await main.getByRole('button', { name: /^Promise / }).dblclick();
  await expect(main.getByRole('heading', { name: 'Your line stays on until' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'I will pay on' })).toHaveCount(0);
  await page.reload();
  await expect(main.getByRole('button', { name: 'Add to my calendar' })).toBeVisible();
});

test('the desk records a promise and courtesy days at 1280 pixels, withdraws the one, and a second person approves the others', {
  tag: '@long',
}, async ({ portal, subscriber: payer, newDevice }) => {
  const [desk, agent, device] = [await newDevice(), newPerson('Ngozi'), await newDevice()];
  await registerPerson(desk, portal.origin, agent);
  const page = await desk.newPage();
  await page.setViewportSize(DESK);
  const caller = newPerson('Amina');
  await registerPerson(device, portal.origin, caller);
  const theirs = await device.newPage();
  await portal.makeStaff(agent.email);
  await page.goto(`/admin/customers?search=${encodeURIComponent(caller.email)}`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /Amina/ }).click();
  await identify(page);
  await main.getByRole('button', { name: 'Promise to pay' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^A promise to pay is for a line that was paid for before/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  // One that is paid for, and due.
  await portal.renewIn(payer.email, '-1 day');
  await page.goto(`/admin/customers?search=${encodeURIComponent(payer.email)}`);
  await main
    .getByRole('link', { name: new RegExp(payer.firstName) })
    .first()
    .click();
  await identify(page);
  await main.getByRole('button', { name: 'Promise to pay' }).click();
  await choose(page, 4);
  await expect(dialog.getByText(/^Stays /)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Record promise' }).click();
  await expectToast(page, 'Promise to pay', 'The promise is recorded. The customer is told.');
  const promises = main.getByRole('region', { name: 'Promises to pay' });
  await expect(promises.getByText('Running')).toBeVisible();
  await promises.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByLabel('Reason').fill('They pay at the counter');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(promises.getByText('Withdrawn')).toBeVisible();

  await openMore(page);
  await main.getByRole('button', { name: 'Courtesy days' }).click();
  await dialog.getByLabel('Days').fill('5');
  await dialog.getByLabel('Reason').fill('A slow repair');
  await dialog.getByRole('button', { name: 'Give the days' }).click();
  await expectToast(page, 'Courtesy days', 'The days wait for a second person.');
  const days = main.getByRole('region', { name: 'Courtesy days' });
  await expect(days.getByText('Somebody else has to approve it. You may take it back.')).toBeVisible();
  await portal.makeStaff(caller.email);
  await theirs.goto('/admin/accounting');
  await theirs.getByRole('main').getByRole('button', { name: 'Approve grant' }).click();
  await theirs.getByRole('dialog').getByLabel('Reason').fill('Agreed');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(theirs.getByRole('main').getByRole('button', { name: 'Approve grant' })).toHaveCount(0);
  await page.reload();
  await expect(days.getByText('Added')).toBeVisible();
});
