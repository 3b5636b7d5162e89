import { type BrowserContext, expect, type Page } from '@playwright/test';
import { comeAlive } from './come-alive.ts';
import { accountOf, choosePlan, DEMO_CUSTOMER, DEMO_STAFF, newPerson, registerPerson, signIn } from './customer.ts';
import { dashboardScreens } from './dashboard-screens.ts';
import { passingScreens } from './passing-screens.ts';
import * as payment from './payment-screens.ts';
import { expectToast } from './toast.ts';

/** Who looks at a screen. A `chooser` has chosen a plan and has not paid; a `payer` has opened the gateway's page and left it. */
export type Viewer = 'visitor' | 'newcomer' | 'chooser' | 'payer' | 'demo customer' | 'staff';

export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  /** The page of the tables that it ends at, where that is not `path`'s. */
  readonly shows?: string;
  readonly status?: 404;
  /** It is there to be looked at: its clock rests, or a test of its own goes through it. */
  readonly onlyPictured?: boolean;
  /** From the opened page to the screen that is meant. Resolves when it is complete. */
  readonly ready: (page: Page) => Promise<void>;
};

const heading = (name: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** Every screen there is, each as it looks once everything has arrived. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', path: '/', viewer: 'visitor', ready: wholeLanding },
  { name: 'landing, with the menu open', path: '/', viewer: 'visitor', ready: openMenu },
  { name: 'plans', path: '/plans', viewer: 'visitor', ready: plansArrived },
  { name: 'plans, confirming', path: '/plans', viewer: 'newcomer', ready: askForConfirmation },
  { name: 'plans, asking for a quote', path: '/plans', viewer: 'visitor', ready: askForQuote },
  { name: 'sign in', path: '/login', viewer: 'visitor', ready: heading('Sign In') },
  { name: 'register', path: '/register', viewer: 'visitor', ready: heading('Create Account') },
  { name: 'forgot password', path: '/forgot-password', viewer: 'visitor', ready: heading('Forgot password?') },
  { name: 'forgot password, sent', path: '/forgot-password', viewer: 'visitor', ready: askForResetLink },
  { name: 'reset password', path: '/reset-password?token=sample', viewer: 'visitor', ready: differentPasswords },
  { name: 'reset password, expired', path: '/reset-password', viewer: 'visitor', ready: heading(/cannot be used/) },
  { name: 'verify email', path: '/verify-email?token=sample', viewer: 'visitor', ready: heading(/^Verify your/) },
  { name: 'register, with errors', path: '/register?ref=AMINA24', viewer: 'visitor', ready: submitNothing },
  { name: 'not found', path: '/no-such-place', viewer: 'visitor', status: 404, ready: heading('Page Not Found') },
  { name: 'not for visitors', path: '/dashboard', viewer: 'visitor', status: 404, ready: signInOffered },
  { name: 'support', path: '/support', viewer: 'visitor', ready: networkStatus },
  { name: 'support, signed in', path: '/support', viewer: 'demo customer', ready: ownTickets },
  {
    ...{ name: 'ticket', path: '/support', viewer: 'demo customer', shows: '/support/tickets/:id' },
    ready: ticketPage('Connection drops when it rains'),
  },
  { name: 'ticket, resolved', path: '/support', viewer: 'demo customer', ready: ticketPage('Slow in the evenings') },
  { name: 'ticket, closing', path: '/support', viewer: 'demo customer', ready: askBeforeClosing },
  {
    ...{ name: 'ticket, for the regulator', path: '/support', viewer: 'demo customer' },
    ...{ shows: '/support/tickets/:id/escalation', ready: factsForTheRegulator },
  },
  { name: 'support, with errors', path: '/support', viewer: 'newcomer', ready: submitEmptyTicket },
  { name: 'network status', path: '/status', viewer: 'visitor', ready: allAreas },
  { name: 'about', path: '/about', viewer: 'visitor', ready: heading(/^About /) },
  { name: 'privacy', path: '/privacy', viewer: 'visitor', ready: heading('Privacy Policy') },
  { name: 'terms', path: '/terms', viewer: 'visitor', ready: heading('Terms of Service') },
  { name: 'cookies', path: '/cookies', viewer: 'visitor', ready: heading('Cookie Policy') },
  { name: 'plans, signed in', path: '/plans', viewer: 'demo customer', ready: plansArrived },
  { name: 'network status, signed in', path: '/status', viewer: 'demo customer', ready: allAreas },
  { name: 'about, signed in', path: '/about', viewer: 'demo customer', ready: heading(/^About /) },
  { name: 'privacy, signed in', path: '/privacy', viewer: 'demo customer', ready: heading('Privacy Policy') },
  { name: 'terms, signed in', path: '/terms', viewer: 'demo customer', ready: heading('Terms of Service') },
  { name: 'cookies, signed in', path: '/cookies', viewer: 'demo customer', ready: heading('Cookie Policy') },
  ...passingScreens,
  ...dashboardScreens,
  { name: 'payment, choosing', path: '/payment', viewer: 'newcomer', ready: level2('Choose a plan') },
  { name: 'payment', path: '/payment', viewer: 'chooser', ready: payment.amountDue },
  { name: 'payment, unfinished', path: '/payment', viewer: 'payer', ready: payment.unfinishedPayment },
  { name: 'hosted checkout', path: '/payment', viewer: 'payer', ready: payment.hostedCheckout },
  { name: 'payment, declined', path: '/payment', viewer: 'payer', ready: payment.paymentDeclined },
  { name: 'payment, received', path: '/payment', viewer: 'payer', ready: payment.paymentReceived },
  {
    ...{ name: 'receipt', path: '/dashboard?tab=subscription', viewer: 'demo customer' },
    ...{ shows: '/receipts/:receiptNumber', ready: payment.newestReceipt },
  },
  { name: 'profile', path: '/profile', viewer: 'demo customer', ready: heading('Account Settings') },
  { name: 'notices', path: '/about', viewer: 'newcomer', ready: openNotices },
  { name: 'profile, unverified', path: '/profile', viewer: 'newcomer', ready: otherAddress },
  { name: 'profile, phone code', path: '/profile', viewer: 'newcomer', ready: phoneCode },
  { name: 'profile, security', path: '/profile?tab=security', viewer: 'newcomer', ready: devices },
  { name: 'profile, notifications', path: '/profile?tab=notifications', viewer: 'newcomer', ready: choices },
  { name: 'profile, billing', path: '/profile?tab=billing', viewer: 'demo customer', ready: billing },
  {
    ...{ name: 'statement', path: '/profile?tab=billing', viewer: 'demo customer' },
    ...{ shows: '/statements/:month', ready: statement },
  },
  { name: 'profile, billing empty', path: '/profile?tab=billing', viewer: 'newcomer', ready: emptyBilling },
  { name: 'demo', path: '/demo', viewer: 'demo customer', ready: demoFigures },
  { name: 'demo, payment', path: '/demo', viewer: 'demo customer', ready: demoPayment },
  { name: 'demo, chat', path: '/demo', viewer: 'demo customer', ready: demoChat },
  { name: 'demo, telephone', path: '/demo', viewer: 'demo customer', ready: demoTelephone },
];

/** Goes to a screen and waits until it is complete, on the page that it is to show. */
export async function openScreen(page: Page, { path, shows, ready }: Screen): Promise<void> {
  await page.goto(path);
  await comeAlive(page);
  await ready(page);
  if (shows) await expect(page).toHaveURL(new RegExp(`^https?://[^/]+${shows.replace(/:\w+/g, '[^/?]+')}$`));
}

/** Makes a browser that of a screen's viewer. */
export async function become(viewer: Viewer, context: BrowserContext, origin: string): Promise<void> {
  if (viewer === 'visitor') return;
  if (viewer === 'demo customer') return signIn(context, origin, DEMO_CUSTOMER);
  if (viewer === 'staff') return signIn(context, origin, DEMO_STAFF);
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

async function signInOffered(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

async function wholeLanding(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Your own strand of light.' })).toBeVisible();
  await networkStatus(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}

/** The card is asked for when it comes near. */
async function networkStatus(page: Page): Promise<void> {
  await page.getByText('Network Quality').scrollIntoViewIfNeeded();
  await expect(page.getByText('Excellent')).toBeVisible();
}

async function allAreas(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'By area' })).toContainText('Online');
}

async function ownTickets(page: Page): Promise<void> {
  await networkStatus(page);
  await expect(page.getByRole('link', { name: /^Slow in the evenings/ })).toBeVisible();
}

function ticketPage(title: string) {
  return async (page: Page) => {
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByLabel('Your reply')).toBeVisible();
  };
}

async function askBeforeClosing(page: Page): Promise<void> {
  await ticketPage('Name on my receipts')(page);
  await page.getByRole('button', { name: 'This is settled' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function factsForTheRegulator(page: Page): Promise<void> {
  await ticketPage('Connection drops when it rains')(page);
  await page.getByRole('link', { name: 'Take this complaint further' }).click();
  await expect(page.getByRole('button', { name: 'Copy as text' })).toBeVisible();
}

async function submitEmptyTicket(page: Page): Promise<void> {
  await networkStatus(page);
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByText('Please fill in all required fields.')).toHaveCount(2);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Send a PNG, JPEG or WebP picture, or a PDF.')).toBeVisible();
}

async function demoFigures(page: Page): Promise<void> {
  await expect(page.getByText('Plans on offer')).toBeVisible();
}

async function openDemo(page: Page, title: string): Promise<void> {
  await demoFigures(page);
  await page.getByRole('heading', { level: 3, name: title }).locator('..').getByRole('button').click();
}

async function demoPayment(page: Page): Promise<void> {
  await openDemo(page, 'Payment');
  await page.getByLabel('Payment gateway').selectOption('paystack');
  await page.getByRole('button', { name: 'Pay ₦25,000' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'Verify Payment' }).click();
  await expect(page.getByText('No payment received')).toBeVisible();
}

async function demoChat(page: Page): Promise<void> {
  await openDemo(page, 'Live chat');
  await page.getByRole('button', { name: 'Start Chat' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('its light is weak')).toBeVisible();
}

async function demoTelephone(page: Page): Promise<void> {
  await openDemo(page, 'SMS verification');
  await expect(page.getByLabel('Phone Number')).toBeVisible();
}

async function openNotices(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Notices' }).filter({ visible: true }).click();
  await expect(page.getByText('Nothing has happened yet').filter({ visible: true })).toBeVisible();
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

async function askForResetLink(page: Page): Promise<void> {
  await page.getByLabel('Email Address').fill('ngozi.eze@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
}

async function differentPasswords(page: Page): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill('green lamp');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password confirmation is required')).toBeVisible();
}

async function submitNothing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
}

async function billing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View History' }).click();
  await expect(page.getByText('Visa ending 4081').first()).toBeVisible();
  await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
}

async function statement(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Show statement' }).click();
  await heading('Statement')(page);
  await expect(page.getByText('Credit at the end')).toBeVisible();
}

async function emptyBilling(page: Page): Promise<void> {
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await expect(page.getByText('No saved payment method')).toBeVisible();
}

async function otherAddress(page: Page): Promise<void> {
  await page.getByLabel('Email Address').fill('ngozi.new@example.com');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
}

/** Sending is limited, so the code of this picture is not sent. */
async function phoneCode(page: Page): Promise<void> {
  const code = { success: true, message: '', phoneNumber: '+2348031234567' };
  await page.route('**/api/sms/send-otp', (route) =>
    route.fulfill({ json: { ...code, expiresAt: new Date(Date.now() + 252_000).toISOString() } }),
  );
  await page.getByLabel('Phone Number').fill('0803 123 4567');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill('4092');
  await expectToast(page, 'OTP Sent Successfully');
}

async function devices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Password confirmation is required')).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
}

async function choices(page: Page): Promise<void> {
  await expect(page.getByLabel('Service Updates')).toBeVisible();
}
