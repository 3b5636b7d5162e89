import type { Page } from '@playwright/test';
import { findBarriers } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

/** Other tests use this portal, too: they expect what was installed. */
test.afterEach(async ({ page, portal }) => {
  const settings = `${portal.origin}/api/staff/settings`;
  for (const { subject, number } of await (await page.request.get(settings)).json()) {
    if (number === 0) continue;
    const data = { basedOn: number, value: null, note: 'After a test' };
    const undone = await page.request.post(`${settings}/${subject}/versions`, {
      data,
      headers: { origin: portal.origin },
    });
    expect(undone.status(), subject).toBe(200);
  }
});

const PHONE = '+234 909 111 2222';

async function publish(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Review and publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/What have you changed/).fill(note);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
}

test('staff edit settings on screen: drafts, refusals, conflicts, publication to customers, history', {
  tag: '@long',
}, async ({ page, context, portal, browser, watch }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  const dialog = page.getByRole('dialog');

  await test.step('a draft is saved and changes nothing for customers', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByLabel('Telephone').fill('call us');
    await page.getByRole('button', { name: 'Review and publish' }).click();
    await expect(page.getByText('Write a telephone number such as')).toBeVisible();
    await page.getByLabel('Telephone').fill(PHONE);
    await expect(page.getByRole('region', { name: 'As customers see it' })).toContainText(PHONE);
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await expect(page.getByText(/^A draft by/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Telephone')).toHaveValue(PHONE);
    expect(await (await page.request.get(`${portal.origin}/about`)).text()).not.toContain(PHONE);
  });

  await test.step('published, it is in the pages of visitors before any script, without a flash', async () => {
    await publish(page, 'A number of our own');
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
    await publish(page, 'Mine');
    await expect(dialog.getByText(/has published version 2 meanwhile: “Sales has moved”/)).toBeVisible();
    await expect(dialog).toContainText('theirs@wayafibre.example');
    await expect(dialog).toContainText('mine@wayafibre.example');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expectToast(page, 'Contacts', 'It is published.');
  });

  await test.step('an older version is restored by publishing it again', async () => {
    await page.getByRole('button', { name: 'Restore what was installed' }).click();
    await publish(page, 'Back to what was installed');
    await expectToast(page, 'Contacts', 'It is published.');
    await expect(page.getByText('Version 4')).toBeVisible();
    expect(await (await page.request.get(`${portal.origin}/about`)).text()).not.toContain(PHONE);
  });
});

test('staff edit texts on screen: the words of a notice, a legal text, frequent questions', {
  tag: '@long',
}, async ({ page, context, portal, browser }) => {
  await signIn(context, portal.origin, DEMO_STAFF);

  await test.step('the words of a notice have variables as chips, a preview, and a test to oneself', async () => {
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: 'Your line is suspended' }).click();
    const text = page.getByLabel('Text, English', { exact: true });
    await text.fill('Pay now: ');
    await page.getByRole('button', { name: '{amount}' }).click();
    await expect(text).toHaveValue('Pay now: {amount}');
    await expect(page.getByText('{plan} is missing: customers need it here.')).toBeVisible();
    await page.keyboard.type(' for ');
    await page.getByRole('button', { name: '{plan}' }).click();
    await expect(page.getByText(/is missing/)).toHaveCount(0);
    const preview = page.getByRole('region', { name: /^As customers see it/ });
    await expect(preview).toContainText('Pay now: ₦18,600.00 for Premium Fiber 100Mbps');
    await expect(preview).toContainText(/Text message: \d+ characters, \d parts/);
    await preview.getByLabel('Language').selectOption('Hausa');
    await page.getByRole('button', { name: 'Mail it to me' }).click();
    await expectToast(page, 'Test', `It is on its way to ${DEMO_STAFF.email}.`);
    await publish(page, 'Shorter');
    await expectToast(page, 'Your line is suspended', 'It is published.');
  });

  await test.step('a legal text is published with its version, as text and never as HTML', async () => {
    await page.goto('/admin/settings/privacy');
    await page.getByRole('button', { name: 'Begin with the installed text' }).click();
    const english = page.getByLabel('English');
    await expect(english).toHaveValue(/^## Who is responsible/);
    await expect(page.getByLabel('Hausa')).toHaveValue(/^## /);
    await english.fill('## Our promise\n\n<img src=x onerror=alert(1)> from {company}\n\n- Nothing is sold');
    await page.getByLabel('Hausa').fill('');
    await page.getByLabel('In force from').fill('2026-12-01');
    await publish(page, 'A shorter policy');
    await expectToast(page, 'Privacy policy', 'It is published.');
    const visitor = await browser.newContext({ javaScriptEnabled: false });
    const still = await visitor.newPage();
    await still.goto(`${portal.origin}/privacy`);
    await expect(still.getByRole('heading', { name: 'Our promise' })).toBeVisible();
    await expect(still.getByText('<img src=x onerror=alert(1)> from Waya Fibre Limited')).toBeVisible();
    await expect(still.getByText('Version 1, in force from 1 December 2026')).toBeVisible();
    await visitor.close();
    // A signed-in reader gets the shell, which fetches it.
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { name: 'Our promise' })).toBeVisible();
  });

  await test.step('frequent questions are found in the published ones', async () => {
    await page.goto('/admin/settings/faq');
    await page.getByLabel('English').fill('# billing\n## May I pay in cash?\nYes, call {phone}.');
    await publish(page, 'One question');
    await expectToast(page, 'Frequent questions', 'It is published.');
    await page.goto('/support');
    await page.getByText('May I pay in cash?').click();
    await expect(page.getByText('Yes, call +234 800 000 0000.')).toBeVisible();
  });
});

test('the pages of settings fit every screen and have no faults for axe', {
  tag: '@long',
}, async ({ page, context, portal }) => {
  await signIn(context, portal.origin, DEMO_STAFF);
  await expectUsable(page, ['/admin/settings', '/admin/settings/notice-line-suspended', '/admin/settings/contacts']);
  await page.getByLabel('Telephone').fill(PHONE);
  await page.getByRole('button', { name: 'Review and publish' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
});
