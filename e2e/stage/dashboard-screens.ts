import { expect, type Page } from '@playwright/test';

/** The parts of the overview that come by themselves. */
async function overviewArrived(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Start test' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connection status' })).toContainText('Excellent');
  await expect(page.getByRole('meter', { name: 'Data used' })).toBeVisible();
  await expect(page.getByText('Referral Earnings')).toBeVisible();
}

async function newcomersDashboard(page: Page): Promise<void> {
  await overviewArrived(page);
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await expect(page.getByText('No activity yet')).toBeVisible();
}

async function choosersDashboard(page: Page): Promise<void> {
  await overviewArrived(page);
  await expect(page.getByRole('heading', { name: 'First payment' })).toBeVisible();
  await expect(page.getByText('Premium Fiber 100Mbps, one month')).toBeVisible();
}

async function demoDashboard(page: Page): Promise<void> {
  await overviewArrived(page);
  await expect(page.getByText('Speed test completed').first()).toBeVisible();
  await expect(page.getByText(/^Next bill, /)).toBeVisible();
}

async function addingData(page: Page): Promise<void> {
  await overviewArrived(page);
  await page.getByRole('button', { name: 'Add data' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Buy / })).not.toHaveCount(0);
}

async function analytics(page: Page): Promise<void> {
  await expect(page.getByRole('application')).toHaveCount(3);
  for (const open of await page.getByText('View as table').all()) await open.click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
}

async function analyticsWithoutFigures(page: Page): Promise<void> {
  await expect(page.getByText('No usage recorded yet')).toBeVisible();
  await expect(page.getByText('No speed tests recorded')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Data used' })).toBeVisible();
}

async function subscriptionWithBills(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Next bill' })).toBeVisible();
  await expect(page.getByText('Premium Fiber 100Mbps, one month').first()).toBeVisible();
  await expect(page.getByRole('radio')).not.toHaveCount(0);
  await expect(page.getByRole('row')).not.toHaveCount(0);
}

async function noSubscription(page: Page): Promise<void> {
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await expect(page.getByText('No payments yet')).toBeVisible();
}

async function confirmingPlanChange(page: Page): Promise<void> {
  await subscriptionWithBills(page);
  await page.getByRole('button', { name: 'Show all plans' }).click();
  await page.getByRole('radio', { name: /^Home 50 Mbps/ }).check();
  await expect(page.getByRole('button', { name: 'Confirm change' })).toBeVisible();
}

async function referrals(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tiers' })).toContainText('Current');
}

async function speedTests(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Start test' })).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);
}

/** Every tab of the dashboard, as customers of each kind find it. */
export const dashboardScreens = [
  { name: 'dashboard, without a plan', path: '/dashboard', viewer: 'newcomer', ready: newcomersDashboard },
  { name: 'dashboard, awaiting payment', path: '/dashboard', viewer: 'chooser', ready: choosersDashboard },
  { name: 'dashboard', path: '/dashboard', viewer: 'demo customer', ready: demoDashboard },
  { name: 'dashboard, adding data', path: '/dashboard', viewer: 'demo customer', ready: addingData },
  { name: 'analytics', path: '/dashboard?tab=analytics', viewer: 'demo customer', ready: analytics },
  { name: 'analytics, new', path: '/dashboard?tab=analytics', viewer: 'newcomer', ready: analyticsWithoutFigures },
  { name: 'subscription', path: '/dashboard?tab=subscription', viewer: 'demo customer', ready: subscriptionWithBills },
  { name: 'subscription, none', path: '/dashboard?tab=subscription', viewer: 'newcomer', ready: noSubscription },
  {
    name: 'subscription, changing',
    path: '/dashboard?tab=subscription',
    viewer: 'demo customer',
    ready: confirmingPlanChange,
  },
  { name: 'referrals', path: '/dashboard?tab=referrals', viewer: 'demo customer', ready: referrals },
  { name: 'speedtest', path: '/dashboard?tab=speedtest', viewer: 'demo customer', ready: speedTests },
] as const;
