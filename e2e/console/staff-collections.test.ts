import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { accountOf, choosePlan, newPerson, type Person, registerPerson } from '../fixtures/customers/customer.ts';
import type { PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const DESK = { width: 1280, height: 900 };
const TELEPHONE = { width: 360, height: 740 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

let telephones = 0;

/** Somebody who paid for a month of Home 20 Mbps once, and whose line is off since. */
async function debtor(
  device: BrowserContext,
  portal: PortalForTests,
  firstName: string,
  daysLate: number,
): Promise<Person> {
  const person = newPerson(firstName);
  await registerPerson(device, portal.origin, person);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  await pay(device, portal, person);
  await portal.setPhone(person.email, `+23480355${String(Date.now() % 10_000).padStart(4, '0')}${telephones++ % 10}`);
  await portal.renewIn(person.email, `-${daysLate} days`);
  await expect
    .poll(async () => (await accountOf(device, portal.origin).subscription())?.status, { timeout: 20_000 })
    .toBe('suspended');
  return person;
}

async function pay(device: BrowserContext, portal: PortalForTests, person: Person) {
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', person.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
}

async function agent(device: BrowserContext, portal: PortalForTests, firstName: string): Promise<Page> {
  const person = newPerson(firstName);
  await registerPerson(device, portal.origin, person);
  await portal.makeStaff(person.email, 'billing');
  const page = await device.newPage();
  await page.setViewportSize(DESK);
  await page.goto('/admin/collections');
  await expect(page.getByRole('heading', { name: 'Who owes' })).toBeVisible();
  return page;
}

const call = (page: Page) => page.getByRole('region', { name: 'Call', exact: true });
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} Eze`) });

test('two people call who owes by keyboard alone, never the same one, and see what the other does', {
  tag: '@long',
}, async ({ portal, newDevice }) => {
  test.setTimeout(120_000);
  const ada = await newDevice();
  const adaPerson = await debtor(ada, portal, 'Adaeze', 6);
  await debtor(await newDevice(), portal, 'Bolanle', 5);
  await debtor(await newDevice(), portal, 'Chidi', 4);
  const ifeoma = await agent(await newDevice(), portal, 'Ifeoma');
  const tunde = await agent(await newDevice(), portal, 'Tunde');

  await ifeoma.keyboard.press('n');
  await expect(call(ifeoma).getByRole('link', { name: 'Adaeze Eze' })).toBeVisible();
  await tunde.keyboard.press('n');
  await expect(call(tunde).getByRole('link', { name: 'Bolanle Eze' })).toBeVisible();
  await expect(row(ifeoma, 'Bolanle')).toContainText('Tunde Eze works on this one');
  await expect(row(tunde, 'Adaeze')).toContainText('Ifeoma Eze works on this one');
  expect(await findBarriers(ifeoma)).toEqual([]);
  expect(await findOverflow(ifeoma)).toEqual([]);

  // Who reads what a colleague works on cannot write there.
  await row(tunde, 'Adaeze').click();
  await expect(call(tunde).getByText(/^Ifeoma Eze works on this one, since/)).toBeVisible();
  await expect(call(tunde).getByRole('group', { name: 'How did it end?' })).toHaveCount(0);
  await row(tunde, 'Bolanle').click();

  await ifeoma.keyboard.press('Enter');
  await expect(call(ifeoma).getByRole('alert')).toHaveText('Choose how the call ended.');
  await ifeoma.keyboard.press('1');
  await expect(
    call(ifeoma)
      .getByText(/^Pays on/)
      .first(),
  ).toBeVisible();
  await call(ifeoma).getByRole('group', { name: 'Pays on' }).getByRole('radio').first().check();
  expect(await findBarriers(ifeoma)).toEqual([]);
  await ifeoma.keyboard.press('Enter');
  await expectToast(ifeoma, 'Promised', /^The call is written down\./);
  await expect(call(ifeoma).getByRole('link', { name: 'Chidi Eze' })).toBeVisible();
  expect((await accountOf(ada, portal.origin).subscription())?.status).toBe('active');

  // Given back, and taken with the arrows.
  await expect(call(ifeoma).getByRole('group', { name: 'How did it end?' })).toBeVisible();
  await ifeoma.keyboard.press('g');
  await expect(call(ifeoma).getByRole('button', { name: 'Take this one' })).toBeVisible();
  await ifeoma.keyboard.press('ArrowUp');
  await ifeoma.keyboard.press('ArrowDown');
  await expect(ifeoma.locator('[data-collection-row]:focus')).toHaveCount(1);
  await row(ifeoma, 'Chidi').focus();
  await ifeoma.keyboard.press('Enter');
  await expect(call(ifeoma).getByRole('group', { name: 'How did it end?' })).toBeVisible();
  await ifeoma.keyboard.press('?');
  await expect(ifeoma.getByRole('dialog').getByText('Wrong number')).toBeVisible();
  await ifeoma.keyboard.press('Escape');

  // Whoever pays meanwhile leaves the queue, and the page of who works on it says so.
  await pay(ada, portal, adaPerson);
  await expect(row(tunde, 'Adaeze')).toHaveCount(0);
});

test('who pays while somebody calls them is said to owe nothing any more, at once', { tag: '@long' }, async ({
  portal,
  newDevice,
}) => {
  test.setTimeout(90_000);
  const device = await newDevice();
  const person = await debtor(device, portal, 'Ebere', 40);
  const page = await agent(await newDevice(), portal, 'Halima');
  await row(page, 'Ebere').click();
  await expect(call(page).getByRole('group', { name: 'How did it end?' })).toBeVisible();
  await pay(device, portal, person);
  await expect(call(page).getByText('Nothing is owed any more.')).toBeVisible();
});

test('a call is written down on a telephone, and the customer is called back at the time that was arranged', {
  tag: '@long',
}, async ({ portal, newDevice }) => {
  test.setTimeout(90_000);
  await debtor(await newDevice(), portal, 'Funmi', 50);
  const page = await agent(await newDevice(), portal, 'Kemi');
  await page.setViewportSize(TELEPHONE);
  expect(await findOverflow(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await row(page, 'Funmi').click();
  await expect(call(page)).toBeVisible();
  await expect(row(page, 'Funmi')).toBeHidden();
  await call(page)
    .getByRole('radio', { name: /^Call later/ })
    .check();
  await call(page)
    .getByRole('button', { name: /^Save, next/ })
    .click();
  await expect(call(page).getByRole('alert')).toHaveText('Choose when to call again.');
  const soon = new Date(Date.now() + 3_600_000 + 30 * 60_000).toISOString().slice(0, 16);
  await call(page).getByLabel('Next call (Lagos time)').fill(soon);
  await call(page).getByLabel('Note').fill('At work until then');
  expect(await findOverflow(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await call(page)
    .getByRole('button', { name: /^Save, next/ })
    .click();
  await expectToast(page, 'Call later', /^The call is written down\./);
  await page.goto('/admin/collections?show=call-later');
  await row(page, 'Funmi').click();
  await call(page).getByRole('link', { name: 'Funmi Eze' }).click();
  const calls = page.getByRole('region', { name: 'Calls' });
  await expect(calls.getByText('Call later').first()).toBeVisible();
  await calls.getByRole('button', { name: 'Another time' }).click();
  const later = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 16);
  await page.getByRole('dialog').getByLabel('When (Lagos time)').fill(later);
  await page.getByRole('dialog').getByRole('button', { name: 'Move the call' }).click();
  await expectToast(page, 'Call back', 'The call is moved.');
  await calls.getByRole('button', { name: 'Done' }).click();
  await expect(calls.getByText('No call is arranged.')).toBeVisible();
});
