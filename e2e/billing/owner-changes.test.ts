import { expectToast } from '../fixtures/browser/toast.ts';
import {
  accountOf,
  choosePlan,
  DEMO_STAFF,
  newPerson,
  registerPerson,
  signIn,
} from '../fixtures/customers/customer.ts';
import { decisionButton } from '../fixtures/customers/hosted-checkout.ts';
import { identify } from '../fixtures/forms/console-steps.ts';
import { waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, test } from '../fixtures/test.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };

test('“add a line for my shop”: staff add it, send a link for its first month, and it is on once that is paid', {
  tag: '@long',
}, async ({ page, context, portal, newDevice }) => {
  test.setTimeout(90_000);
  await page.setViewportSize(DESK);
  const person = newPerson('Folake');
  const device = await newDevice();
  await registerPerson(device, portal.origin, person);
  await signIn(context, portal.origin, DEMO_STAFF);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await page.goto(`/admin/customers?search=${encodeURIComponent(person.email)}`);
  await main.getByRole('link', { name: /Folake/ }).click();
  await identify(page);
  await main.getByRole('button', { name: 'Add a line' }).click();
  await dialog.getByLabel('Name of the line').fill('Shop');
  await dialog.getByLabel('Plan').selectOption({ label: 'Premium Fiber 100Mbps, ₦25,000' });
  await dialog.getByLabel('Where it is (optional)').fill('Block C, Wuse Market');
  await dialog.getByRole('button', { name: 'Add the line' }).click();

  await expect(dialog.getByRole('heading', { name: 'Shop is added' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Take a payment now' })).toHaveAttribute('href', /line=\d+$/);
  await dialog.getByRole('button', { name: 'Mail a payment link' }).click();
  await expectToast(page, 'Payment link');
  const lines = main.getByRole('region', { name: 'Lines' });
  await expect(lines.getByText('Awaiting payment')).toBeVisible();

  const payer = await (await newDevice()).newPage();
  await payer.goto(await waitForLink(portal.origin, person.email, '/pay'));
  await payer.getByRole('button', { name: 'Pay ₦25,000' }).click();
  await decisionButton(payer, 'Approve').click();
  await expect(payer.getByRole('heading', { name: 'This is paid' })).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(lines.getByText('Active')).toBeVisible();

  await lines.getByRole('button', { name: 'Rename Shop' }).click();
  await dialog.getByLabel('Name of the line').fill('Corner shop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(lines.getByText('Corner shop')).toBeVisible();
  await expect(main.getByText('Changed the name or place of a line').first()).toBeVisible();
});

test('“the flat is my brother’s now”: it moves with its paid time once he accepts on his phone, and both see it', {
  tag: '@long',
}, async ({ page, context, portal, newDevice }) => {
  test.setTimeout(120_000);
  await page.setViewportSize(DESK);
  const [amina, yusuf] = [newPerson('Halima'), newPerson('Yusuf')];
  const device = await newDevice();
  await registerPerson(device, portal.origin, amina);
  await choosePlan(device, portal.origin, 'Home 20 Mbps');
  const account = accountOf(device, portal.origin);
  const reference = await account.openPayment('Home 20 Mbps', amina.email);
  await portal.sandbox.decide(reference, 'approve');
  await account.verify(reference);
  await signIn(context, portal.origin, DEMO_STAFF);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('staff offer it to somebody without an account, and see what goes and what stays', async () => {
    await page.goto(`/admin/customers?search=${encodeURIComponent(amina.email)}`);
    await main.getByRole('link', { name: /Halima/ }).click();
    await main.getByRole('button', { name: /^Move to another owner/ }).click();
    await dialog.getByLabel('New owner').fill(yusuf.email);
    await page.keyboard.press('Tab');
    await dialog.getByLabel('How do you know who it is?').selectOption('Two facts matched');
    await expect(dialog.getByText(/^No account yet/)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Goes along' })).toBeVisible();
    await expect(dialog.getByText('Home 20 Mbps, ₦20,000')).toBeVisible();
    await dialog.getByLabel('Why').fill('The flat is her brother’s now');
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expectToast(page, 'Change of owner');
    await expect(main.getByText('Waits for the new owner')).toBeVisible();
  });

  const his = await (await newDevice()).newPage();
  await his.setViewportSize(PHONE);
  await test.step('he reads it on his phone, registers, and comes back to it', async () => {
    await his.goto(await waitForLink(portal.origin, yusuf.email, '/line-offer'));
    await expect(his.getByRole('heading', { level: 1, name: 'A line for you' })).toBeVisible();
    await expect(his, 'the token is out of the address bar').toHaveURL('/line-offer');
    await expect(his.getByText('Home 20 Mbps')).toBeVisible();
    await expect(his.getByText(amina.email)).toHaveCount(0);
    await registerPerson(his.context(), portal.origin, yusuf);
    await his.goto('/line-offer');
    await his.getByRole('button', { name: 'Take the line over' }).click();
    await expect(his).toHaveURL('/dashboard');
    await expectToast(his, 'The line is yours now');
    await expect(his.getByText('Home 20 Mbps').first()).toBeVisible();
  });

  await test.step('both read it in their account, and staff see where it went', async () => {
    await his.goto('/profile?tab=account');
    await expect(his.getByText(/^Came from another owner on /)).toBeVisible();
    const hers = await device.newPage();
    await hers.goto('/profile?tab=account');
    await expect(hers.getByText(/^Moved to another owner on /)).toBeVisible();
    await page.reload();
    await expect(main.getByText('Moved', { exact: true })).toBeVisible();
    await main.getByRole('link', { name: /Yusuf/ }).click();
    await expect(main.getByRole('region', { name: 'Lines' }).getByText('Active')).toBeVisible();
  });

  await test.step('its link is over, also for whoever has it', async () => {
    const anybody = await (await newDevice()).newPage();
    await anybody.goto(await waitForLink(portal.origin, amina.email, '/line-offer'));
    await expect(anybody.getByRole('heading', { level: 1, name: 'The line has moved' })).toBeVisible();
  });
});
