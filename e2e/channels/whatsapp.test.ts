import { findBarriers, findOverflow } from '../fixtures/browser/accessibility.ts';
import { newTelephone } from '../fixtures/portal/telephone.ts';
import { becomeAgent, openInbox } from '../fixtures/support/console.ts';
import { expect, test } from '../fixtures/test.ts';

test('a customer writes by WhatsApp, and an agent answers from the inbox', async ({ context, portal }) => {
  await becomeAgent(context, portal, 'Tosin');
  const { page, row, accept, say, log } = await openInbox(context);
  const name = `Ngozi ${crypto.randomUUID().slice(0, 6)}`;
  const telephone = newTelephone(portal.origin, name);
  await telephone.write('My line is off since the rain');
  await expect(row(name)).toContainText('My line is off since the rain');
  await expect(row(name)).toContainText('WhatsApp');
  await accept(name);
  await expect(page.getByText(/^WhatsApp .+, open until/)).toBeVisible();
  await expect(page.getByText('Not a known customer')).toBeVisible();
  await telephone.sendFile('picture');
  await expect(log.getByRole('link', { name: /picture\.png/ })).toBeVisible();
  await say('We look at it now.');
  await expect.poll(telephone.answers).toContain('We look at it now.');
  await expect(log.getByText('Delivered')).toBeAttached();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await findOverflow(page)).toEqual([]);
});

test('the page says how the line is, and submits a template', async ({ context, portal }) => {
  await becomeAgent(context, portal, 'Ifeoma');
  const page = await context.newPage();
  await page.goto('/admin/whatsapp?show=ig');
  await expect(page.getByText('+234 901 234 5678')).toBeVisible();
  const first = page.getByRole('listitem').filter({ hasText: 'Ask somebody to write again' });
  await expect(first).toContainText('Not submitted');
  await first.getByRole('button', { name: /^Submit/ }).click();
  await expect(first).toContainText('Under review');
  await page.getByRole('link', { name: 'Failed' }).click();
  await expect(page.getByText('Nothing has failed')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await findOverflow(page)).toEqual([]);
});
