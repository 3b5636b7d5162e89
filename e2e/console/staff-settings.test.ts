import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

const PHONE = '+234 909 111 2222';

test('staff edit settings on screen: drafts, refusals, conflicts, publication to customers, history', {
  tag: '@long',
}, async ({ page, context, portal, browser, watch }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const dialog = page.getByRole('dialog');
  const publish = async (note: string) => {
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await dialog.getByLabel(/What have you changed/).fill(note);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  };

  await test.step('a draft is kept and changes nothing for customers', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByLabel('Telephone').fill('call us');
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await expect(page.getByText('Write a telephone number such as')).toBeVisible();
    await page.getByLabel('Telephone').fill(PHONE);
    await expect(page.getByRole('region', { name: 'As customers see it' })).toContainText(PHONE);
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(page.getByText(/^A draft by/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Telephone')).toHaveValue(PHONE);
    expect(await (await page.request.get(`${portal.origin}/about`)).text()).not.toContain(PHONE);
  });

  await test.step('published, it is in the pages of visitors before any script, without a flash', async () => {
    await publish('A number of our own');
    await expectToast(page, 'Contacts', 'It is published.');
    await expect(page.getByText('Version 1')).toBeVisible();
    const visitor = await browser.newContext({ javaScriptEnabled: false });
    const still = await visitor.newPage();
    await still.goto(`${portal.origin}/about`);
    await expect(still.getByRole('contentinfo')).toContainText(PHONE);
    await visitor.close();
    const live = await (await browser.newContext()).newPage();
    const errors: string[] = [];
    live.on('pageerror', (error) => errors.push(error.message));
    live.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await live.goto(`${portal.origin}/support`);
    await expect(live.getByRole('contentinfo')).toContainText(PHONE);
    await live.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
    await live.context().close();
  });

  await test.step('whoever publishes second sees what the first has published, and decides', async () => {
    await page.getByLabel('Email of sales').fill('mine@wayafibre.example');
    const { current, number } = await (await page.request.get('/api/staff/settings/contacts')).json();
    const theirs = { ...current, salesEmail: 'theirs@wayafibre.example' };
    await page.request.post('/api/staff/settings/contacts/versions', {
      data: { basedOn: number, value: theirs, note: 'Sales has moved' },
      headers: { origin: portal.origin },
    });
    watch.expectRefusal({ status: 409, path: /^\/api\/staff\/settings\/contacts\/versions$/ });
    await publish('Mine');
    await expect(dialog.getByText(/has published version 2 meanwhile: “Sales has moved”/)).toBeVisible();
    await expect(dialog).toContainText('theirs@wayafibre.example');
    await expect(dialog).toContainText('mine@wayafibre.example');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expectToast(page, 'Contacts', 'It is published.');
  });

  await test.step('an older version is restored by publishing it again', async () => {
    await page.getByRole('button', { name: 'Restore what was installed' }).click();
    await publish('Back to what was installed');
    await expectToast(page, 'Contacts', 'It is published.');
    await expect(page.getByText('Version 4')).toBeVisible();
    expect(await (await page.request.get(`${portal.origin}/about`)).text()).not.toContain(PHONE);
  });

  await test.step('the pages fit every screen and have no faults for axe', async () => {
    await expectUsable(page, ['/admin/settings', '/admin/settings/notice-line-suspended', '/admin/settings/contacts']);
    await page.getByLabel('Telephone').fill(PHONE);
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await expect(dialog).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});
