import { waitForHydration } from '../../fixtures/browser/hydration.ts';
import { gotoSettled } from '../../fixtures/browser/requests.ts';
import { expectToast } from '../../fixtures/browser/toast.ts';
import { newPerson, registerPerson } from '../../fixtures/customers/customer.ts';
import { expect, test } from '../../fixtures/test.ts';

const STATUS = '**/api/network/status';

test.describe('the landing page', () => {
  test('says what is sold, where, how fast, and that the speed is a sample', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Your own strand of light.' })).toBeVisible();
    await expect(page).toHaveTitle('Fibre internet in Abuja and Lagos | Waya Fibre');
    const main = page.getByRole('main');
    for (const text of [
      'Garki, Abuja',
      'Fibre internet for homes, businesses and government.',
      'A line of glass runs to your door and carries up to 1Gbps.',
      'Secure Connection',
      '24/7 Support',
      '2 Cities',
      'Sample speed on one home line',
    ]) {
      await expect(main.getByText(text)).toBeVisible();
    }
    await expect(main.getByText('100', { exact: true })).toBeVisible();
    await main.getByRole('link', { name: 'View Plans', exact: true }).first().click();
    await expect(page).toHaveURL('/plans');
    await expect(main.getByText('For flats and family houses in Abuja and Lagos.')).toBeVisible();
  });

  test('shows its cities, providers, sample, support and tools, and visitors can use them', async ({ page }) => {
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image') pictures.push(request.url());
    });
    await page.goto('/');
    await waitForHydration(page);
    await test.step('opens the speed test for anyone, and Escape closes it', async () => {
      const opener = page.getByRole('main').getByRole('button', { name: 'Speed Test' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Speed Test' });
      await expect(dialog.getByRole('button', { name: 'Start test' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });
    await test.step('shows a picture of each city, which comes with the page', async () => {
      const drawings = page.getByRole('radiogroup', { name: 'Region' }).locator('svg.city');
      await expect(drawings).toHaveCount(2);
      for (const drawing of await drawings.all()) {
        await drawing.scrollIntoViewIfNeeded();
        const box = await drawing.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(60);
      }
      const [lagos, abuja] = await drawings.evaluateAll((all) => all.map((one) => one.innerHTML));
      expect(lagos).not.toBe(abuja);
      expect(pictures.filter((address) => !address.endsWith('.svg'))).toEqual([]);
    });
    await test.step('marks each payment provider before its name, and fills the mark of the chosen one', async () => {
      const providers = page.getByRole('radiogroup', { name: 'Payment provider' });
      const fill = (name: string) =>
        providers
          .locator('label', { hasText: name })
          .locator('.pick')
          .evaluate((mark) => JSON.stringify([getComputedStyle(mark).borderWidth, getComputedStyle(mark).borderColor]));
      await providers.getByText('Flutterwave').click();
      const [paystack, flutterwave, quickteller] = [
        await fill('Paystack'),
        await fill('Flutterwave'),
        await fill('Quickteller'),
      ];
      expect(paystack).toBe(quickteller);
      expect(flutterwave).not.toBe(paystack);
      for (const label of await providers.locator('label').all()) {
        const [mark, name] = [await label.locator('.pick').boundingBox(), await label.locator('.h3').boundingBox()];
        expect(mark?.x).toBeLessThan(name?.x ?? 0);
        expect(mark?.width).toBeGreaterThan(10);
      }
    });
    await test.step('lets one payment provider be chosen at a time', async () => {
      const providers = page.getByRole('radiogroup', { name: 'Payment provider' });
      await expect(providers.getByRole('radio')).toHaveCount(3);
      for (const features of ['Card, Bank Transfer, USSD', 'Mobile Money, Cards', 'Bank Integration, Bills']) {
        await expect(providers.getByText(features, { exact: true })).toBeVisible();
      }
      await providers.getByText('Quickteller').click();
      await expect(providers.getByRole('radio', { checked: true })).toHaveCount(1);
      await expect(providers.getByRole('radio', { name: /Quickteller/ })).toBeChecked();
    });
    await test.step('marks the dashboard it shows as a sample', async () => {
      const preview = page.getByRole('img', { name: 'Sample of the customer dashboard' });
      await expect(preview.getByText('Sample', { exact: true })).toBeVisible();
      for (const text of ['Welcome, Amina', 'Premium Fiber 100Mbps', 'Speed', 'Data used', 'of 100 GB']) {
        await expect(preview.getByText(text, { exact: true })).toBeVisible();
      }
      for (const text of ['Add Data', 'Speed Test', 'Payment received', 'Speed test completed', 'Ticket resolved']) {
        await expect(preview.getByText(text, { exact: true })).toBeVisible();
      }
      await expect(preview.locator('.meter')).toBeVisible();
    });
    await test.step('names three ways to support and two tools', async () => {
      const support = page.getByRole('region', { name: '24/7 Customer Support' });
      await expect(support.getByRole('heading', { level: 3 })).toHaveText([
        'Live Chat',
        'Support Tickets',
        'Knowledge Base',
      ]);
      await expect(support.getByText('Talk to a person now. Average response 2 minutes.')).toBeVisible();
      const tools = page.getByRole('region', { name: 'Built-in tools' });
      await expect(tools.getByRole('heading', { level: 2 })).toHaveText(['Network Status', 'Refer & Earn']);
      await expect(tools.getByRole('term')).toHaveText([
        'Connection Status',
        'Network Quality',
        'Scheduled Maintenance',
      ]);
      await expect(tools.getByText('Your Referral Code')).toBeVisible();
    });
    await test.step('lets one city be chosen at a time, by mouse and by arrow keys', async () => {
      const cities = page.getByRole('radiogroup', { name: 'Region' });
      const lagos = cities.getByRole('radio', { name: 'Lagos' });
      const abuja = cities.getByRole('radio', { name: 'Abuja' });
      await expect(abuja).toBeChecked();
      await cities.locator('label').filter({ hasText: 'Commercial Hub' }).click();
      await expect(lagos).toBeChecked();
      await expect(abuja).not.toBeChecked();
      await lagos.press('ArrowRight');
      await expect(abuja).toBeChecked();
      await expect(lagos).not.toBeChecked();
      for (const fact of ['Commercial Hub', '₦15,000', 'a month, 10-100 Mbps']) {
        await expect(cities.getByText(fact, { exact: true })).toBeVisible();
      }
      for (const fact of ['Federal Capital', '₦20,000', 'a month, 20-150 Mbps']) {
        await expect(cities.getByText(fact, { exact: true })).toBeVisible();
      }
      await cities.getByRole('link', { name: 'View Plans, Abuja' }).click();
      await expect(page).toHaveURL('/plans?region=abuja');
    });
  });

  test('shows what a city’s cheapest plan costs now, in the page itself', { tag: '@long' }, async ({
    page,
    portal,
  }) => {
    const landing = async () => (await page.request.get('/')).text();
    await portal.setPrice('Home Lite 10 Mbps', 14_250);
    try {
      await expect.poll(landing).toContain('₦14,250');
      expect(await landing()).not.toContain('₦15,000');
      await page.goto('/');
      await waitForHydration(page);
      await expect(
        page.getByRole('radiogroup', { name: 'Region' }).getByText('₦14,250', { exact: true }),
      ).toBeVisible();
    } finally {
      await portal.setPrice('Home Lite 10 Mbps', 15_000);
      await expect.poll(landing).toContain('₦15,000');
    }
  });

  test('shows no price before it has loaded, and where it could not be loaded, that it may be out of date', {
    tag: '@long',
  }, async ({ page, watch }) => {
    let answer = (_status: number): void => undefined;
    const status = new Promise<number>((resolve) => {
      answer = resolve;
    });
    watch.expectRefusal({ status: 503, path: /^\/api\/service-plans$/ });
    await page.route('**/api/service-plans', async (route) => route.fulfill({ status: await status }));
    // The page as the server renders it contains the prices.
    await page.goto('/about');
    await waitForHydration(page);
    await page.getByRole('banner').getByRole('link').first().click();
    const cities = page.getByRole('radiogroup', { name: 'Region' });
    await expect(cities).toContainText('Commercial Hub');
    await expect(cities).not.toContainText('₦');
    const { height } = (await cities.boundingBox()) ?? { height: 0 };
    answer(503);
    await expect(page.getByText('These prices may be out of date. (503)')).toBeVisible();
    await expect(cities.getByText('₦15,000')).toBeVisible();
    expect((await cities.boundingBox())?.height).toBe(height);

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByText('These prices may be out of date.')).toHaveCount(0);
    await expect(cities.getByText('₦15,000')).toBeVisible();
  });

  test('links to Auto-Pay by way of signing in', { tag: '@long' }, async ({ page, portal, newDevice }) => {
    const person = newPerson();
    await registerPerson(await newDevice(), portal.origin, person);
    await page.goto('/');
    await page.getByRole('link', { name: 'Set Up Auto-Pay' }).click();
    await page.getByLabel('Email Address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/payment#auto-pay');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Auto-Pay' })).toBeFocused();
  });

  test('links from its ways to support to their places on the support page', { tag: '@long' }, async ({ page }) => {
    for (const { link, place, shows } of [
      { link: 'Start Chat', place: '/support#chat', shows: 'Sign in so that they can see your line.' },
      { link: 'Create Ticket', place: '/support#ticket', shows: 'Sign in to create a ticket' },
      { link: 'Browse FAQs', place: '/support#faq', shows: 'How do I get connected?' },
    ]) {
      await test.step(`links by "${link}" to that place of the support page`, async () => {
        await page.goto('/');
        await page.getByRole('main').getByRole('link', { name: link }).click();
        await expect(page).toHaveURL(place);
        await expect(page.getByText(shows)).toBeInViewport();
      });
    }
  });
});

test.describe('the network status', () => {
  test('is loaded when it comes near, and reads Online, Excellent, None while there is no incident', {
    tag: '@long',
  }, async ({ page }) => {
    let asked = 0;
    await page.route(STATUS, (route) => {
      asked++;
      return route.continue();
    });
    await gotoSettled(page, '/');
    await waitForHydration(page);
    expect(asked).toBe(0);
    const heading = page.getByRole('heading', { name: 'Network Status' });
    await heading.scrollIntoViewIfNeeded();
    await expect(page.getByRole('definition')).toHaveText(['Online', 'Excellent', 'None']);
    expect(asked).toBe(1);
  });

  test('that could not be loaded says so, with a Retry button', { tag: '@long' }, async ({ page, watch }) => {
    watch.expectRefusal({ status: 503, path: /^\/api\/network\/status$/ });
    await page.route(STATUS, (route) => route.fulfill({ status: 503, json: { success: false, message: 'Busy.' } }));
    await page.goto('/');
    await page.getByRole('heading', { name: 'Network Status' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('The network status could not be loaded.')).toBeVisible();
    await page.unroute(STATUS);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('definition')).toHaveText(['Online', 'Excellent', 'None']);
  });

  test('is not part of the prerendered page', async ({ page }) => {
    const html = await (await page.request.get('/')).text();
    const [, card = ''] = html.split('Network Status</h2>');
    expect(card).not.toBe('');
    expect(card.slice(0, card.indexOf('</dl>'))).not.toMatch(/Online|Excellent|None/);
  });
});

test.describe('Refer & Earn', () => {
  test('shows a visitor a sample code, and sharing copies the link to register', { tag: '@long' }, async ({
    page,
    context,
    portal,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await page.goto('/');
    await waitForHydration(page);
    await expect(page.getByText('(sample)')).toBeVisible();
    await expect(page.getByText('Earn ₦2,000 per successful referral.')).toBeVisible();
    await page.getByRole('button', { name: 'Share Code' }).click();
    await expectToast(page, 'Link copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${portal.origin}/register`);
  });

  test('copies the link where the device’s own sharing fails, and nothing when it was closed', {
    tag: '@long',
  }, async ({ page, context, portal }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    await waitForHydration(page);
    const failWith = (name: string) =>
      page.evaluate((name) => {
        Object.assign(navigator, { share: () => Promise.reject(new DOMException('not shared', name)) });
      }, name);
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await failWith('AbortError');
    await page.getByRole('button', { name: 'Share Code' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
    await failWith('NotAllowedError');
    await page.getByRole('button', { name: 'Share Code' }).click();
    await expectToast(page, 'Link copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${portal.origin}/register`);
  });

  test('uses the device’s own way of sharing where there is one', { tag: '@long' }, async ({ page, portal }) => {
    await page.addInitScript(() => {
      Object.assign(Navigator.prototype, {
        share: ({ url }: { url: string }) => {
          document.title = `shared ${url}`;
          return Promise.resolve();
        },
      });
    });
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Share Code' }).click();
    await expect(page).toHaveTitle(`shared ${portal.origin}/register`);
  });
});
