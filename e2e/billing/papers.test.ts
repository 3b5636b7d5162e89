import { randomInt } from 'node:crypto';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { identify } from '../fixtures/forms/console-steps.ts';
import { messagesTo, waitForCode, waitForLink } from '../fixtures/portal/outbox.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const PHONE = { width: 360, height: 780 };

/** The signed-in customer gets a verified number. */
async function verifyNumber(page: Page, origin: string): Promise<string> {
  const last = String(randomInt(10_000_000)).padStart(7, '0');
  const send = (path: string, data: object) => page.request.post(`${origin}${path}`, { data });
  const number = `+234803${last}`;
  expect((await send('/api/sms/send-otp', { phoneNumber: number })).ok()).toBe(true);
  const code = await waitForCode(origin, number);
  expect((await send('/api/sms/verify-otp', { phoneNumber: number, otp: code })).ok()).toBe(true);
  return number;
}

test('“send me the invoice again, to my accountant”, and the link of a text on a phone', { tag: '@long' }, async ({
  page,
  portal,
  subscriber,
  newDevice,
}) => {
  test.setTimeout(90_000);
  const number = await verifyNumber(page, portal.origin);
  const desk = await newDevice();
  await signIn(desk, portal.origin, DEMO_STAFF);
  const staff = await desk.newPage();
  const main = staff.getByRole('main');
  const dialog = staff.getByRole('dialog');
  await staff.goto(`/admin/customers?search=${encodeURIComponent(subscriber.email)}`);
  await main.getByRole('link', { name: /^Ngozi/ }).click();
  const papers = main.getByRole('list', { name: 'Papers' });

  await test.step('by mail to somebody else, once, with the keyboard', async () => {
    await expect(papers.getByText(/^Invoice INV-/)).toBeVisible();
    await identify(staff);
    await main.getByRole('button', { name: 'Send papers' }).press('Enter');
    await dialog.getByRole('checkbox', { name: /^Invoice INV-/ }).press('Space');
    await dialog.getByRole('checkbox', { name: /^New proof of account/ }).press('Space');
    await dialog.getByRole('button', { name: 'Somebody else, this once' }).press('Enter');
    await dialog.getByLabel('Mailbox').fill('two@mail.example, three@mail.example');
    await dialog.getByRole('button', { name: 'Send 2 papers' }).press('Enter');
    await expect(dialog.getByText('Invalid email address')).toBeVisible();
    await dialog.getByLabel('Mailbox').fill('accounts@partners.example');
    expect(await findBarriers(staff)).toEqual([]);
    await dialog.getByLabel('Mailbox').press('Enter');
    await expectToast(staff, 'Send papers', 'The mail is on its way.');
    await expect(main.getByText('By mail to accounts@partners.example', { exact: false })).toBeVisible();
    await expect(papers.getByText(/^Proof of account PRF-/)).toBeVisible();
    const [mail] = await messagesTo(portal.origin, 'accounts@partners.example');
    expect(mail?.text).toContain('at the request of its customer Ngozi');
    expect(await (await page.request.get('/api/user/notices')).text()).toContain('accounts@partners.example');
  });

  await test.step('by text, with the mouse', async () => {
    await main.getByRole('button', { name: 'Send papers' }).click();
    await dialog.getByText(/^Invoice INV-/).click();
    await dialog.getByText('By text', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Send 1 paper' }).click();
    await expectToast(staff, 'Send papers', 'The text with the link is on its way.');
    await expect(main.getByRole('button', { name: 'Withdraw the link' })).toBeVisible();
  });

  const address = await waitForLink(portal.origin, number, '/document');
  const phone = await (await newDevice()).newPage();
  await phone.setViewportSize(PHONE);

  await test.step('the link opens that document alone, on a phone', async () => {
    await phone.goto(address);
    const button = phone.getByRole('button', { name: /^Download: Invoice INV-/ });
    await expect(button).toBeVisible();
    await expect(phone.getByRole('listitem')).toHaveCount(1);
    await expect(phone.getByText(subscriber.email)).toHaveCount(0);
    expect(await findBarriers(phone)).toEqual([]);
    expect(await findOverflow(phone)).toEqual([]);
    const download = phone.waitForEvent('download');
    await button.click();
    expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  });

  await test.step('and nothing once staff have withdrawn it', async () => {
    await main.getByRole('button', { name: 'Withdraw the link' }).click();
    await expect(main.getByText('link withdrawn', { exact: false })).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'This link was withdrawn' })).toBeVisible();
  });
});

test('a customer gets a letter for the bank, and the bank checks it', { tag: '@long' }, async ({
  page,
  subscriber: _subscriber,
  newDevice,
  watch: _watch,
}) => {
  await page.goto('/profile?tab=billing');
  const panel = page.getByRole('region', { name: 'Proof of account' });
  await panel.getByLabel('Language of the letter').selectOption('yo');
  await panel.getByRole('button', { name: 'Get the letter' }).click();
  await expectToast(page, 'The letter is ready');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: /^PRF-\d{4}-\d{6} as a PDF$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^PRF-.*\.pdf$/);
  const [proof] = await (await page.request.get('/api/user/account-proofs')).json();

  const bank = await (await newDevice()).newPage();
  await bank.setViewportSize(PHONE);
  await bank.goto('/check-proof');
  await bank.getByLabel('Number of the letter').fill(proof.number.toLowerCase());
  await bank.getByLabel('Code of the letter').fill(proof.code.replaceAll('-', ' '));
  await bank.getByRole('button', { name: 'Check', exact: true }).press('Enter');
  await expect(bank.getByRole('heading', { name: 'This letter is ours' })).toBeVisible();
  await expect(bank.getByText(/^N••• /)).toBeVisible();
  await expect(bank.getByText(proof.name)).toHaveCount(0);
  expect(await findBarriers(bank)).toEqual([]);
  expect(await findOverflow(bank)).toEqual([]);
});
