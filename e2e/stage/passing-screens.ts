import { expect, type Page } from '@playwright/test';
import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { NetworkIncident, NetworkReport } from '@portal/contract/network/incidents';
import { chatOn } from './chat.ts';
import { comeAlive } from './come-alive.ts';
import { DEMO_CUSTOMER, signIn } from './customer.ts';
import { paymentReceived } from './payment-screens.ts';
import { toastOf } from './toast.ts';

const HOUR_MS = 3_600_000;

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** A desk has the chat on the page of support; elsewhere a button opens it. */
async function chatting(page: Page): Promise<void> {
  const chat = chatOn(page);
  const open = page.getByRole('button', { name: /^Chat with support/ });
  const start = chat.whole.getByRole('button', { name: 'Start Chat' });
  const line = chat.line('every night');
  await expect(open.or(start).or(line)).toBeVisible();
  if (await open.isVisible()) await open.click();
  await expect(start.or(line)).toBeVisible();
  if (await start.isVisible()) {
    await start.click();
    await chat.say('Good evening. My speed drops to 5 Mbps every night.');
  }
  await expect(line).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0, { timeout: 10_000 });
}

async function sentTicket(page: Page): Promise<void> {
  await page.getByLabel('Subject').fill('No light on the fibre box');
  await page.getByLabel('Description').fill('It went dark after the storm.');
  await page.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We have your ticket.' })).toBeVisible();
}

async function openQuestion(page: Page): Promise<void> {
  await comeAlive(page);
  await page.locator('#faq summary').first().click();
  await expect(page.locator('#faq details[open]')).toHaveCount(1);
}

async function speedTestDialog(page: Page): Promise<void> {
  await comeAlive(page);
  await page.getByRole('main').getByRole('button', { name: 'Speed Test' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Start test' })).toBeVisible();
}

/** The demonstration's own figures, at one moment: the clock rests. */
async function speedTestRuns(page: Page): Promise<void> {
  await comeAlive(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByRole('button', { name: 'Start test' }).click();
  await page.clock.runFor(3000);
  await expect(page.getByText('Testing your connection...')).toBeVisible();
}

async function speedTestDone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start test' }).click();
  await expect(page.getByRole('button', { name: 'Test Again' })).toBeVisible({ timeout: 20_000 });
}

async function offline(page: Page): Promise<void> {
  await expect(page.getByText('Referral Earnings')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
}

async function autoPayOn(page: Page): Promise<void> {
  await paymentReceived(page);
  await page.goto('/profile?tab=billing');
  const setUp = page.getByRole('button', { name: 'Set Up Auto-Pay' });
  await expect(setUp.or(page.getByText('You save'))).toBeVisible();
  if (await setUp.isVisible()) {
    await page.getByRole('checkbox', { name: /^Charge this card/ }).check();
    await setUp.click();
  }
  await expect(page.getByText('You save')).toBeVisible();
}

async function unreadNotices(page: Page): Promise<void> {
  await paymentReceived(page);
  await page.locator('summary', { hasText: 'Notices' }).filter({ visible: true }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' }).filter({ visible: true })).toBeVisible();
}

/** As the portal would answer with a fault under way, which everybody else would see as well if it were reported. */
function faultUnderWay(shown: (page: Page) => Promise<void>) {
  return async (page: Page) => {
    const startsAt = new Date(Date.now() - 3 * HOUR_MS).toISOString();
    const fault: NetworkIncident = {
      id: '00000000-0000-4000-8000-000000000000',
      ...{ kind: 'incident', severity: 'major', status: 'open', area: 'Wuse II', title: 'No light in Wuse II' },
      details: 'Road works have cut the cable in Aminu Kano Crescent.',
      cause: 'Road works',
      updates: [{ text: 'Two engineers are splicing it.', at: new Date(Date.now() - HOUR_MS).toISOString() }],
      ...{ startsAt, endsAt: new Date(Date.now() + HOUR_MS).toISOString() },
    };
    await page.route(/\/api\/(network|user)\/(report|status|network-status)$/, async (route) => {
      const report = (await (await route.fetch()).json()) as Partial<NetworkReport>;
      const areas: NetworkReport['areas'] = [{ name: fault.area, connection: 'Major outage', maintenance: false }];
      const days = report.days?.map((day, index, all) => (index === all.length - 1 ? { ...day, worst: 'major' } : day));
      await route.fulfill({
        json: { ...report, areas, days, connection: 'Major outage', quality: 'Poor', incidents: [fault] },
      });
    });
    await page.reload();
    await shown(page);
  };
}

async function faultOnStatusPage(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Under way' })).toContainText('No light in Wuse II');
}

async function faultInStatusBox(page: Page): Promise<void> {
  await page.getByText('Network Quality').scrollIntoViewIfNeeded();
  await expect(page.getByText('Major outage')).toBeVisible();
}

/** Sending is limited: the code of this picture is neither sent nor looked at. */
async function verifiedPhone(page: Page): Promise<void> {
  const phoneNumber = '+2348031234567';
  const expiresAt = new Date(Date.now() + 252_000).toISOString();
  await page.route('**/api/sms/*', (route) =>
    route.fulfill({ json: { success: true, message: '', phoneNumber, expiresAt } }),
  );
  await page.route('**/api/user', async (route) => {
    const user = (await (await route.fetch()).json()) as CurrentUser;
    await route.fulfill({ json: { ...user, phone: phoneNumber, phoneVerified: true } });
  });
  await page.getByLabel('Phone Number').fill('0803 123 4567');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill('409213');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
}

async function severalDevices(page: Page): Promise<void> {
  const phone = await page.context().browser()?.newContext({ userAgent: ANDROID });
  if (!phone) throw new Error('a browser of its own is needed');
  await signIn(phone, new URL(page.url()).origin, DEMO_CUSTOMER);
  await phone.close();
  await page.reload();
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign out/ })).not.toHaveCount(0);
}

/** What pages show only for a while, or only after something has been done. */
export const passingScreens = [
  { name: 'landing, speed test', path: '/', viewer: 'visitor', ready: speedTestDialog },
  { name: 'landing, with a fault', path: '/', viewer: 'visitor', ready: faultUnderWay(faultInStatusBox) },
  { name: 'network status, with a fault', path: '/status', viewer: 'visitor', ready: faultUnderWay(faultOnStatusPage) },
  { name: 'support, chatting', path: '/support', viewer: 'newcomer', ready: chatting, onlyPictured: true },
  { name: 'dashboard, chatting', path: '/dashboard', viewer: 'newcomer', ready: chatting, onlyPictured: true },
  { name: 'support, with a sent ticket', path: '/support', viewer: 'newcomer', ready: sentTicket },
  { name: 'support, with an answer', path: '/support', viewer: 'visitor', ready: openQuestion },
  { name: 'dashboard, offline', path: '/dashboard', viewer: 'demo customer', ready: offline },
  { name: 'speedtest, running', path: '/demo', viewer: 'demo customer', ready: speedTestRuns, onlyPictured: true },
  { name: 'speedtest, done', path: '/demo', viewer: 'demo customer', ready: speedTestDone },
  { name: 'profile, auto-pay', path: '/payment', viewer: 'payer', ready: autoPayOn },
  { name: 'notices, unread', path: '/payment', viewer: 'payer', ready: unreadNotices },
  { name: 'profile, verified', path: '/profile', viewer: 'newcomer', ready: verifiedPhone },
  { name: 'profile, devices', path: '/profile?tab=security', viewer: 'demo customer', ready: severalDevices },
] as const;
