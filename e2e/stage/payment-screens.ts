import { expect, type Page } from '@playwright/test';
import type { Outcome } from '@portal/sandbox/order';
import type { LedgerEntry } from '@portal/sandbox/sandbox-handle';
import { sandboxSwitches } from './sandbox-switches.ts';
import { expectFailure, expectToast } from './toast.ts';

export async function amountDue(page: Page): Promise<void> {
  await expect(page.getByRole('option', { name: 'Quickteller (NGN)' })).toBeAttached();
  await page.getByLabel('Email').fill('ngozi.eze@example.com');
  await page.getByLabel('Payment gateway').selectOption('paystack');
  await page.getByLabel('Email').blur();
  await expect(page.getByRole('button', { name: 'Pay ₦25,000' })).toBeEnabled();
}

export async function unfinishedPayment(page: Page): Promise<void> {
  await expect(page.getByText('You have an unfinished payment')).toBeVisible();
  await amountDue(page);
}

export async function hostedCheckout(page: Page): Promise<void> {
  const { checkoutUrl } = await newestOrder(page);
  await page.goto(checkoutUrl);
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
}

export async function paymentDeclined(page: Page): Promise<void> {
  await returnFromCheckout(page, 'decline');
  await expect(page.getByText('No payment received')).toBeVisible();
  await expectFailure(page, 'Payment Verification Failed');
  await amountDue(page);
}

export async function paymentReceived(page: Page): Promise<void> {
  await returnFromCheckout(page, 'approve');
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expectToast(page, 'Payment Successful');
}

async function newestOrder(page: Page): Promise<LedgerEntry> {
  const { origin } = new URL(page.url());
  const { email }: { email: string } = await (await page.request.get(`${origin}/api/user`)).json();
  const order = (await sandboxSwitches(origin).ordersOf(email)).at(-1);
  if (!order) throw new Error(`the gateways know no order of ${email}`);
  return order;
}

/** The payer decides, if they have not yet, and the gateway leads this window back. */
async function returnFromCheckout(page: Page, outcome: Outcome): Promise<void> {
  const { gateway, reference } = await newestOrder(page);
  await sandboxSwitches(new URL(page.url()).origin).decide(reference, outcome);
  await page.goto(`/payment?reference=${reference}&gateway=${gateway}`);
}

export async function newestReceipt(page: Page): Promise<void> {
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Total paid')).toBeVisible();
}
