import type { CurrentUser } from '@portal/contract/identity/accounts';
import { openLive } from '../fixtures/browser/open-live.ts';
import { decisionButton, openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { accessServerOf } from '../fixtures/network/network.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

const GB = 1024 ** 3;
const WITHIN_MS = 2000;

/** When the page shows this usage, by the clock that it shares with this process. */
function momentOf(used: Locator, words: string): Promise<number> {
  return used.evaluate(
    (meter, wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (meter.getAttribute('aria-valuetext') === wanted) resolve(Date.now());
        };
        new MutationObserver(look).observe(meter, { attributes: true });
        look();
      }),
    words,
  );
}

async function idOf(page: Page): Promise<number> {
  const user = (await (await page.request.get('/api/user')).json()) as CurrentUser;
  return user.id;
}

test('usage from the network appears on the open dashboard without a reload, and extra data raise the allowance', async ({
  page,
  subscriber: _subscriber,
  newDevice,
  portal,
}) => {
  const say = await accessServerOf(await newDevice(), portal.origin, await idOf(page));
  await openLive(page, '/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByText('Sample').first()).toBeVisible();
  const reloaded = page.waitForEvent('load').then(() => 'reloaded');

  await say({ status: 'Start', at: new Date(), seconds: 0, download: 0, upload: 0 });
  await say({ at: new Date(), seconds: 300, download: 30 * GB, upload: 2.5 * GB });
  const used = main.getByRole('meter', { name: 'Data used' });
  await expect(used).toHaveAttribute('aria-valuetext', '32.5 of 200 GB, Normal');
  await expect(main.getByText(/^Last heard from the network: \d\d:\d\d$/)).toBeVisible();
  // The same packet again, and one that was overtaken: nothing is counted twice.
  await say({ at: new Date(), seconds: 300, download: 30 * GB, upload: 2.5 * GB });
  await say({ at: new Date(), seconds: 150, download: 10 * GB, upload: GB });
  await say({ at: new Date(), seconds: 600, download: 150 * GB, upload: 10 * GB });
  await expect(used).toHaveAttribute('aria-valuetext', '160.0 of 200 GB, High');
  expect(await Promise.race([reloaded, Promise.resolve('never reloaded')])).toBe('never reloaded');

  const addData = main.getByRole('button', { name: 'Add data' });
  await addData.click();
  const dialog = page.getByRole('dialog', { name: 'Add data to this month' });
  // The button is on the glass slab, whose light text would be unreadable on the dialog's paper.
  const words = await page.locator('h1 + .soft').evaluate((element) => getComputedStyle(element).color);
  await expect(dialog.getByText(/^It is there as soon as it is paid/)).toHaveCSS('color', words);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(addData).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: 'Buy Medium bundle for ₦6,500' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Medium bundle' })).toBeVisible();
  const checkout = await openCheckout(page, 'paystack');
  const closed = checkout.waitForEvent('close');
  await decisionButton(checkout, 'Approve').click();
  await closed;
  await expect(page.getByText('Thank you. Your extra data are ready to use.')).toBeVisible();
  await main.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(used).toHaveAttribute('aria-valuetext', '160.0 of 250 GB, Normal');
});

test('each accounting packet appears on the open dashboard within two seconds, also one right behind another', async ({
  page,
  subscriber: _subscriber,
  newDevice,
  portal,
}) => {
  const say = await accessServerOf(await newDevice(), portal.origin, await idOf(page));
  const hear = (gigabytes: number) => say({ at: new Date(), seconds: 3600, download: gigabytes * GB, upload: 0 });
  await openLive(page, '/dashboard');
  const used = page.getByRole('main').getByRole('meter', { name: 'Data used' });
  await hear(1);
  await expect(used).toHaveAttribute('aria-valuetext', '1.0 of 200 GB, Normal');
  for (const gigabytes of [2, 4]) {
    // The first is published at once; the second falls into the interval in which updates are held
    // back.
    const shown = momentOf(used, `${gigabytes + 1}.0 of 200 GB, Normal`);
    await hear(gigabytes);
    const saidAt = Date.now();
    await hear(gigabytes + 1);
    expect((await shown) - saidAt, `${gigabytes + 1} GB, in ms`).toBeLessThan(WITHIN_MS);
  }
});
