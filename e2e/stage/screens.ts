import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Outcome } from '@portal/sandbox/order';
import type { LedgerEntry } from '@portal/sandbox/sandbox-handle';
import { accountOf, choosePlan, DEMO_CUSTOMER, newPerson, registerPerson, signIn } from './customer.ts';
import { sandboxSwitches } from './sandbox-switches.ts';
import { expectToast } from './toast.ts';

/** Who looks at a screen. A `chooser` has chosen a plan and has not paid; a `payer` has opened the gateway's page and left it. */
type Viewer = 'visitor' | 'newcomer' | 'chooser' | 'payer' | 'demo customer';

export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  readonly status?: 404;
  /** From the opened page to the screen that is meant. Resolves when it is complete. */
  readonly ready: (page: Page) => Promise<void>;
};

const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** Every screen there is, each as it looks once everything has arrived. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/', viewer: 'visitor', ready: heading('Your own strand of light.') },
  { name: 'landing, with the menu open', path: '/', viewer: 'visitor', ready: openMenu },
  { name: 'plans', path: '/plans', viewer: 'visitor', ready: plansArrived },
  { name: 'plans, confirming', path: '/plans', viewer: 'newcomer', ready: askForConfirmation },
  { name: 'plans, asking for a quote', path: '/plans', viewer: 'visitor', ready: askForQuote },
  { name: 'sign in', path: '/login', viewer: 'visitor', ready: heading('Sign In') },
  { name: 'register', path: '/register', viewer: 'visitor', ready: heading('Create Account') },
  { name: 'register, with errors', path: '/register?ref=AMINA24', viewer: 'visitor', ready: submitNothing },
  { name: 'not found', path: '/no-such-place', viewer: 'visitor', status: 404, ready: heading('Page Not Found') },
  { name: 'support', path: '/support', viewer: 'visitor', ready: heading('24/7 Customer Support') },
  { name: 'about', path: '/about', viewer: 'visitor', ready: heading(/^About /) },
  { name: 'dashboard, without a plan', path: '/dashboard', viewer: 'newcomer', ready: newcomersDashboard },
  { name: 'dashboard, awaiting payment', path: '/dashboard', viewer: 'chooser', ready: choosersDashboard },
  { name: 'dashboard', path: '/dashboard', viewer: 'demo customer', ready: demoDashboard },
  { name: 'payment, choosing', path: '/payment', viewer: 'newcomer', ready: level2('Choose a plan') },
  { name: 'payment', path: '/payment', viewer: 'chooser', ready: amountDue },
  { name: 'payment, unfinished', path: '/payment', viewer: 'payer', ready: unfinishedPayment },
  { name: 'hosted checkout', path: '/payment', viewer: 'payer', ready: hostedCheckout },
  { name: 'payment, declined', path: '/payment', viewer: 'payer', ready: paymentDeclined },
  { name: 'payment, received', path: '/payment', viewer: 'payer', ready: paymentReceived },
  { name: 'receipt', path: '/dashboard', viewer: 'demo customer', ready: newestReceipt },
  { name: 'profile', path: '/profile', viewer: 'demo customer', ready: heading('Account Settings') },
  { name: 'profile, bills', path: '/profile', viewer: 'demo customer', ready: billing },
  { name: 'demo', path: '/demo', viewer: 'demo customer', ready: heading('Demo') },
];

/** Makes a browser that of a screen's viewer. */
export async function become(viewer: Viewer, context: BrowserContext, origin: string): Promise<void> {
  if (viewer === 'visitor') return;
  if (viewer === 'demo customer') return signIn(context, origin, DEMO_CUSTOMER);
  const person = newPerson();
  await registerPerson(context, origin, person);
  if (viewer === 'newcomer') return;
  await choosePlan(context, origin, 'Premium Fiber 100Mbps');
  if (viewer === 'payer') await accountOf(context, origin).openPayment('Premium Fiber 100Mbps', person.email);
}

function level2(name: string) {
  return async (page: Page) => {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  };
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('summary');
  if (!(await menu.isVisible())) return;
  await menu.click();
  await expect(page.getByRole('navigation', { name: 'Main, mobile' })).toBeVisible();
}

async function plansArrived(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Home 10 Mbps' })).toBeVisible();
}

async function askForConfirmation(page: Page): Promise<void> {
  const plan = page.getByRole('article', { name: 'Premium Fiber 100Mbps' });
  await plan.getByRole('button', { name: 'Choose plan' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function askForQuote(page: Page): Promise<void> {
  await plansArrived(page);
  await page.getByRole('button', { name: 'Get a quote' }).click();
  await expect(page.getByRole('dialog').getByLabel('What do you need?')).toBeVisible();
}

async function submitNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
}

async function newcomersDashboard(page: Page): Promise<void> {
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await expect(page.getByText('No payments yet')).toBeVisible();
}

async function choosersDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'First payment' })).toBeVisible();
  await expect(page.getByText('Premium Fiber 100Mbps, one month')).toBeVisible();
  await expect(page.getByText('No payments yet')).toBeVisible();
}

async function demoDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Next bill' })).toBeVisible();
  await expect(page.getByText('Premium Fiber 100Mbps, one month').first()).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);
}

async function amountDue(page: Page): Promise<void> {
  await expect(page.getByRole('option', { name: 'Quickteller (NGN)' })).toBeAttached();
  await page.getByLabel('Email').fill('ngozi.eze@example.com');
  await page.getByLabel('Payment gateway').selectOption('paystack');
  await page.getByLabel('Email').blur();
  await expect(page.getByRole('button', { name: 'Pay ₦25,000' })).toBeEnabled();
}

async function unfinishedPayment(page: Page): Promise<void> {
  await expect(page.getByText('You have an unfinished payment')).toBeVisible();
  await amountDue(page);
}

async function hostedCheckout(page: Page): Promise<void> {
  const { checkoutUrl } = await newestOrder(page);
  await page.goto(checkoutUrl);
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
}

async function paymentDeclined(page: Page): Promise<void> {
  await returnFromCheckout(page, 'decline');
  await expect(page.getByText('No payment received')).toBeVisible();
  await expectToast(page, 'Payment Verification Failed');
  await amountDue(page);
}

async function paymentReceived(page: Page): Promise<void> {
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

async function newestReceipt(page: Page): Promise<void> {
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Total paid')).toBeVisible();
}

async function billing(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Profile' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Billing' })).toBeFocused();
  await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
}
