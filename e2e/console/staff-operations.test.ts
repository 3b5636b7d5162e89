import type { FailedDelivery, Job } from '@portal/contract/console/operations';
import { expectToast } from '../fixtures/browser/toast.ts';
import { DEMO_STAFF, signIn } from '../fixtures/customers/customer.ts';
import { answerWith } from '../fixtures/forms/form-faults.ts';
import { expectUsable } from '../fixtures/screens/console-screens.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, portal }) => signIn(context, portal.origin, DEMO_STAFF));

const AT = '2026-01-05T09:00:00.000Z';

test('staff see what runs, and have a job run now', async ({ page }) => {
  await page.goto('/admin/operations');
  await expect(page.getByRole('navigation', { name: 'Console' }).locator('[aria-current=page]')).toHaveText(
    'Operations',
  );
  const jobs = page.getByRole('region', { name: 'Jobs' });
  await jobs.getByRole('button', { name: /^Show all \d+ jobs$/ }).click();
  const job = jobs.getByRole('listitem').filter({ hasText: 'Prune phone codes' });
  await expect(job).toContainText('Not run yet');
  await job.getByRole('button', { name: 'Run now' }).click();
  await expectToast(page, 'Prune phone codes', /^It ran for /);
  await expect(job).toContainText('Succeeded');
  await expect(job.getByRole('button', { name: 'Run now' })).toBeEnabled();

  await expect(page.getByRole('region', { name: 'Instances' })).toContainText(/Running.*answers this page/s);
  await expect(page.getByRole('region', { name: 'Queues' })).toContainText('Messages to send');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups).toContainText('There has never been a backup. Make one with npm run backup -- DIR');

  await page.goto('/admin/audit');
  await expect(page.getByRole('listitem').first()).toContainText('Asked for a job to run');
});

test('what fails is shown first and with its reason, on every screen', { tag: '@long' }, async ({ page }) => {
  const failing: Job = {
    name: 'renewals',
    intervalSeconds: 60,
    needsRightClock: true,
    runs: [
      {
        instance: 'web-1:3000',
        startedAt: AT,
        finishedAt: AT,
        durationMs: 12,
        outcome: 'failed',
        error: 'relation "user_subscriptions" does not exist',
        failuresInRow: 3,
        lastSuccessAt: AT,
      },
    ],
  };
  const parked: FailedDelivery = {
    id: 7,
    what: 'charge.success',
    recipient: 'paystack',
    reference: 'P00000000000007',
    state: 'failed',
    reason: 'the gateway did not answer',
    attempts: 8,
    createdAt: AT,
    nextAttemptAt: null,
    canRetry: true,
  };
  await answerWith<Job[]>(page, /^\/api\/staff\/operations\/jobs$/, (jobs) => [
    ...jobs.filter(({ name }) => name !== failing.name),
    failing,
  ]);
  await answerWith(page, /^\/api\/staff\/operations\/deliveries$/, () => [parked]);
  await page.goto('/admin/operations');
  const first = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem').first();
  await expect(first).toContainText('3 failures in a row on web-1:3000');
  await expect(first).toContainText('relation "user_subscriptions" does not exist');
  const delivery = page.getByRole('region', { name: 'Failed deliveries' }).getByRole('listitem');
  await expect(delivery).toContainText('the gateway did not answer');
  await delivery.getByRole('button', { name: 'Retry' }).click();
  await expectToast(page, 'Webhooks', /^Nothing was retried/);
  await expectUsable(page, ['/admin/operations']);
});

test('the console marks the page that is open, also one that only the menu has', async ({ page }) => {
  const current = page.getByRole('navigation', { name: 'Console' }).locator('[aria-current=page]');
  await page.goto('/admin/accounting');
  await expect(current).toHaveText('Payments');
  await page.goto('/admin/announcements');
  await expect(current).toHaveCount(0);
  await page.locator('summary', { hasText: 'Menu' }).click();
  await expect(page.locator('.console-menu-list').locator('[aria-current=page]')).toHaveText('Announcements');
});
