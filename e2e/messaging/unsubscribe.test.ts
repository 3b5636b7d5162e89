import { randomUUID } from 'node:crypto';
import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { DEMO_STAFF, newPerson, registerPerson, signIn } from '../fixtures/customers/customer.ts';
import { messagesTo } from '../fixtures/portal/outbox.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { expect, test } from '../fixtures/test.ts';

// Offers are sent at any hour here, and only to this customer.
let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(90_000);
  portal = await openPortal({ QUIET_HOURS: '00:00-00:00' });
});
test.afterAll(() => portal?.close());

test('a customer agrees to offers by mail, and ends them by the link in one', { tag: '@long' }, async ({
  page,
  newDevice,
}) => {
  const { origin } = portal;
  const person = newPerson();
  await registerPerson(page.context(), origin, person);
  await page.goto(`${origin}/profile?tab=privacy`);
  await page.getByLabel('You may send me offers by email.').check();
  const said = page.getByRole('region', { name: 'What you have agreed to' });
  await expect(said.getByText('Agreed: offers by email')).toBeVisible();

  const office = await newDevice();
  await signIn(office, origin, DEMO_STAFF);
  const data = {
    kind: 'promotion',
    title: 'A weekend at double speed',
    text: 'From Friday on.',
    link: '/plans',
    audience: 'everybody',
    formId: randomUUID().replaceAll('-', ''),
  };
  expect((await office.request.post(`${origin}/api/staff/announcements`, { data })).status()).toBe(200);
  let link = '';
  await expect(async () => {
    const texts = (await messagesTo(origin, person.email)).map(({ text }) => text);
    link = texts.map((text) => /\S+\/unsubscribe\/[\w.-]+/.exec(text)?.[0]).find(Boolean) ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 20_000 });

  const mailReader = await newDevice();
  const reader = await mailReader.newPage();
  await reader.setViewportSize({ width: 360, height: 780 });
  await reader.goto(link);
  await expect(reader.getByRole('heading', { level: 1, name: 'End offers by mail?' })).toBeVisible();
  expect(await findOverflow(reader)).toEqual([]);
  expect(await findBarriers(reader)).toEqual([]);
  await reader.getByRole('button', { name: 'End offers by mail' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'You get no more offers by mail' })).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('You may send me offers by email.')).not.toBeChecked();
  await expect(said.getByText(/^Withdrawn: offers by email/)).toBeVisible();
  await expect(said).toContainText('by the link in a mail');
});
