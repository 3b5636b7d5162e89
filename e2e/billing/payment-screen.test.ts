import { expectFailure, expectToast } from '../fixtures/browser/toast.ts';
import { choosePlan } from '../fixtures/customers/customer.ts';
import { openCheckout } from '../fixtures/customers/hosted-checkout.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('choosing what to pay for', () => {
  test('the first three plans are offered with their facts, and a plan other than the selected one can be chosen', {
    tag: '@long',
  }, async ({ page, customer: _customer }) => {
    await page.goto('/payment');
    const plans = page.getByRole('article');
    await test.step('each has its facts, and the premium one is the most popular', async () => {
      await expect(plans).toHaveCount(3);
      for (const [index, facts] of [
        ['Home 10 Mbps', 'Lagos', '10', '150 GB', '₦18,600'],
        ['Home 20 Mbps', 'Abuja', '20', '200 GB', '₦20,000'],
        ['Premium Fiber 100Mbps', 'Abuja', '100', '100 GB', '₦25,000'],
      ].entries()) {
        const plan = plans.nth(index);
        for (const fact of [...facts, 'Up to']) await expect(plan.getByText(fact, { exact: true })).toBeVisible();
        await expect(plan.getByRole('listitem')).not.toHaveCount(0);
        await expect(plan.getByRole('button', { name: 'Select Plan' })).toBeVisible();
        await expect(plan.getByText('Most Popular')).toHaveCount(index === 2 ? 1 : 0);
      }
    });
    await test.step('the selected plan is summarised, and another can be selected instead', async () => {
      const premium = page.getByRole('article', { name: 'Premium Fiber 100Mbps' });
      await premium.getByRole('button', { name: 'Select Plan' }).click();
      const summary = page.getByRole('region', { name: 'Premium Fiber 100Mbps' });
      await expect(summary.getByRole('definition')).toHaveText(['Abuja', 'Up to 100 Mbps', '100 GB', '₦25,000']);
      await expect(summary.getByRole('term')).toHaveText(['Region', 'Speed', 'Monthly data', 'Monthly fee']);
      await expect(summary.getByRole('listitem')).not.toHaveCount(0);
      await summary.getByRole('button', { name: 'Choose Different Plan' }).click();
      await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
      await expect(plans).toHaveCount(3);
    });
  });

  test('the plan scheduled for the next month is named as such, and not as the current one', { tag: '@long' }, async ({
    page,
    context,
    portal,
    subscriber: _subscriber,
  }) => {
    await page.goto('/payment');
    await expect(page.getByText('Your plan Home 20 Mbps')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay for your plan' })).toBeVisible();
    await choosePlan(context, portal.origin, 'Home 50 Mbps');
    await page.reload();
    await expect(page.getByText('Your next plan Home 50 Mbps')).toBeVisible();
    await page.getByRole('button', { name: 'Pay for your next month' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₦35,000' })).toBeVisible();
  });

  test('where nothing is sold, the page says so', { tag: '@long' }, async ({ page, customer: _customer }) => {
    await page.route('**/api/plans', (route) => route.fulfill({ json: [] }));
    await page.goto('/payment');
    await expect(page.getByText('No plans available')).toBeVisible();
  });
});

test.describe('the payment panel', () => {
  test('shows what is paid, where and how, and what is missing before a payment can be opened', async ({
    paymentScreen: page,
    chooser,
  }) => {
    const panel = page.getByRole('region', { name: 'Payment', exact: true });
    const pay = page.getByRole('button', { name: 'Pay ₦20,000' });
    const email = page.getByLabel('Email');
    await test.step('amount, gateways with their currency, ways to pay, and how the payer is protected', async () => {
      await expect(panel.getByText('₦20,000').first()).toBeVisible();
      await expect(panel.getByLabel('Email')).toHaveValue(chooser.email);
      await expect(panel.getByLabel('Payment gateway').getByRole('option')).toHaveText([
        'Select a payment gateway',
        'Paystack (NGN)',
        'Flutterwave (NGN)',
        'Quickteller (NGN)',
      ]);
      const ways = panel.getByRole('list', { name: 'Accepted methods' }).getByRole('listitem');
      await expect(ways).toHaveText(['Bank cards', 'USSD and mobile', 'Bank transfer']);
      const safety = page.getByRole('list', { name: 'Security information' });
      await expect(safety).toContainText('We never see or store them.');
    });
    await test.step('a gateway that returns no payment page is reported as failed, and its window is closed', async () => {
      const initialize = '**/api/payment/paystack/initialize';
      await page.route(initialize, (route) =>
        route.fulfill({ json: { status: 'success', data: { reference: 'P00000000000000' } } }),
      );
      await page.getByLabel('Payment gateway').selectOption('paystack');
      const opened = page.waitForEvent('popup');
      await pay.click();
      const popup = await opened;
      await expectFailure(
        page,
        'Payment Failed',
        'The payment page could not be opened. You have not been charged. Try again, or choose another gateway.',
      );
      if (!popup.isClosed()) await popup.waitForEvent('close');
      expect(await page.evaluate(() => localStorage.getItem('payment_reference'))).toBeNull();
      await page.unroute(initialize);
    });
    await test.step('no payment is opened without gateway or email, and what is missing is said', async () => {
      await page.getByLabel('Payment gateway').selectOption('');
      await expect(pay).toBeDisabled();
      await email.press('Enter');
      await expectFailure(page, 'Missing Information', 'Please select a payment gateway and enter your email');
      await page.getByLabel('Payment gateway').selectOption('paystack');
      await expect(pay).toBeEnabled();
      await email.fill(' ');
      await expect(pay).toBeDisabled();
      await email.fill('amina@');
      await pay.click();
      await expect(page.getByText('Invalid email address')).toBeVisible();
      await expect(email).toBeFocused();
    });
  });

  test('nothing covers the form: the chat is below it, and opens from there', { tag: '@long' }, async ({
    paymentScreen: page,
  }) => {
    const chat = page.getByRole('button', { name: 'Chat with support' });
    const form = page.getByRole('region', { name: 'Payment', exact: true });
    await expect(form.getByRole('button', { name: 'Verify Payment' })).toBeVisible();
    await expect(chat).toBeVisible();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      const places = async () => {
        const [button, paper] = [await chat.boundingBox(), await form.boundingBox()];
        return (button?.y ?? 0) - (paper?.y ?? 0) - (paper?.height ?? 0);
      };
      await expect.poll(places, `${width} px`).toBeGreaterThan(0);
    }
    await chat.click();
    await expect(page.getByRole('button', { name: 'Start Chat' })).toBeInViewport();
  });

  test('an opened payment is stored in this browser until it is paid', async ({ paymentScreen: page, portal }) => {
    const stored = () =>
      page.evaluate(() => [localStorage.getItem('payment_reference'), localStorage.getItem('payment_gateway')]);
    const checkout = await openCheckout(page, 'flutterwave');
    const [reference = null, gateway] = await stored();
    expect(reference).toMatch(/^P[0-9A-Z]{14}$/);
    expect(gateway).toBe('flutterwave');
    await checkout.close();
    await portal.sandbox.decide(reference ?? '', 'approve');
    await page.getByRole('button', { name: 'Verify Payment' }).click();
    await expectToast(page, 'Payment Successful', '₦20,000 received.');
    expect(await stored()).toEqual([null, null]);
  });
});
