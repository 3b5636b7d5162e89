import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { newPerson, registerPerson } from '../fixtures/customers/customer.ts';
import { openMore } from '../fixtures/forms/console-steps.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { becomeAgent } from '../fixtures/support/console.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const WIDTHS = [1280, 360] as const;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Correct details' });

/** Nothing reaches over an edge, and axe has nothing to say. */
async function expectUsable(page: Page, what: string): Promise<void> {
  expect(await findOverflow(page), what).toEqual([]);
  expect(await findBarriers(page), what).toEqual([]);
}

async function correct(page: Page, fill: (dialog: ReturnType<typeof dialogOf>) => Promise<void>): Promise<void> {
  await openMore(page);
  await page.getByRole('button', { name: 'Correct details' }).click();
  await fill(dialogOf(page));
  await dialogOf(page).getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(dialogOf(page)).toBeHidden();
}

for (const width of WIDTHS) {
  test(`“My name is wrong on the invoice” is settled in one call, ${width} px wide`, {
    tag: width === 1280 ? [] : '@long',
  }, async ({ page, context, portal, newDevice }) => {
    const device = await newDevice();
    const { id } = await registerPerson(device, portal.origin, { ...newPerson(), firstName: 'Amina' });
    await becomeAgent(context, portal, 'Ngozi', 'support');
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/customers/${id}`);

    await page.getByRole('button', { name: 'Two facts matched' }).click();
    await expect(page.getByText('Name, billing details, language')).toBeVisible();
    await openMore(page);
    await page.getByRole('button', { name: 'Correct details' }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('How do you know who it is?')).toHaveValue('Two facts matched');
    await dialog.getByLabel('Last name').fill('Bello-Yusuf');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    await dialog.getByLabel('Why').fill('Married');
    await expectUsable(page, 'the dialog');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Amina Bello-Yusuf' })).toBeVisible();

    await page.getByRole('button', { name: 'Correct what is on invoices' }).click();
    const invoices = page.getByRole('dialog', { name: 'Correct what is on invoices' });
    await invoices.getByLabel('Address').fill('14 Third Avenue, Gwarinpa');
    await invoices.getByLabel('Why').fill('Moved');
    await invoices.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(page.getByRole('region', { name: 'On their invoices' })).toContainText('14 Third Avenue');
    await expect(page.getByText('Two facts matched, Married')).toBeVisible();
    await expectUsable(page, 'the page of the customer');
  });

  test(`“I have lost that mailbox” takes its own link, or two members of staff, ${width} px wide`, {
    tag: '@long',
  }, async ({ page, context, portal, newDevice }) => {
    const registration = await newDevice();
    const person = newPerson();
    const { id } = await registerPerson(registration, portal.origin, person);
    await becomeAgent(context, portal, 'Ngozi', 'support');
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/customers/${id}`);

    await test.step('on the telephone: the new mailbox counts once its link was opened', async () => {
      await page.getByRole('button', { name: 'Two facts matched' }).click();
      await correct(page, async (dialog) => {
        await dialog.getByLabel('Mailbox').fill(`first-${person.email}`);
        await dialog.getByLabel('Why').fill('Lost that mailbox');
      });
      const waiting = page.getByRole('region', { name: 'Waits for the customer’s own proof' });
      await expect(waiting).toContainText(`first-${person.email}`);
      const telephone = await (await newDevice()).newPage();
      await telephone.setViewportSize({ width, height: 800 });
      await telephone.goto(await waitForLink(portal.origin, `first-${person.email}`, '/confirm-contact'));
      await expect(telephone, 'the token is out of the address bar').toHaveURL('/confirm-contact');
      await telephone.getByRole('button', { name: 'Yes, it is mine' }).click();
      await expect(telephone.getByRole('heading', { name: 'This is your email address now' })).toBeFocused();
      await expect(page.getByText(`first-${person.email}`).first()).toBeVisible({ timeout: 20_000 });
      await expect(waiting).toBeHidden({ timeout: 20_000 });
    });

    await test.step('at the counter: a second member of staff confirms it on their own screen', async () => {
      await page.getByRole('button', { name: 'Identity card seen' }).click();
      await correct(page, async (dialog) => {
        await dialog.getByLabel('Mailbox').fill(`second-${person.email}`);
        await dialog.getByLabel('Why').fill('Lost that one too');
      });
      const mine = page.getByRole('region', { name: 'Needs two of you' });
      await expect(mine.getByRole('button', { name: 'Withdraw' })).toBeVisible();
      await expect(mine.getByRole('button', { name: 'I have seen the card too' })).toHaveCount(0);

      const second = await newDevice();
      await becomeAgent(second, portal, 'Tunde', 'support');
      const screen = await second.newPage();
      await screen.setViewportSize({ width, height: 800 });
      await screen.goto('/admin/customers');
      const entry = screen
        .getByRole('region', { name: 'Needs two of you' })
        .getByRole('listitem')
        .filter({ hasText: `second-${person.email}` });
      await expect(entry).toContainText('left');
      await entry.getByRole('button', { name: 'I have seen the card too' }).click();
      const dialog = screen.getByRole('dialog', { name: 'Confirm as the second person' });
      await dialog.getByLabel('Reason').fill('NIN card, same face');
      await expectUsable(screen, 'the second screen');
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(entry).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('link', { name: `second-${person.email}` })).toBeVisible();
    });
  });
}
