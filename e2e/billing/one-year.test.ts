import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import type { ReferralView } from '@portal/contract/billing/referrals';
import { lagosHour } from '@portal/kernel/calendar';
import { DEMO_CUSTOMER, DEMO_STAFF, newPerson, signIn } from '../fixtures/customers/customer.ts';
import { apiOf, type CustomerApi, openYear, type Year } from '../fixtures/customers/year.ts';
import { openPortal, type PortalForTests } from '../fixtures/portal/portal-for-tests.ts';
import { type BrowserContext, expect, type Page, test } from '../fixtures/test.ts';

const DAY_MS = 24 * 3_600_000;
const PATIENT = { timeout: 20_000 };
const email = DEMO_CUSTOMER.email;

test.setTimeout(240_000);

let portal: PortalForTests;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await openPortal({ TEST_CLOCK: 'on', RECONCILE_INTERVAL_S: '1' });
});
test.afterAll(() => portal?.close());

const A_SECOND = 1 / 86_400;

/**
 * Each poll advances the clock by a second and runs the due jobs: a renewal is invoiced, then
 * charged, then confirmed.
 */
const whileTimePasses = <Seen>({ year }: Life, look: () => Promise<Seen>) =>
  expect.poll(async () => {
    await year.elapse(A_SECOND);
    return look();
  }, PATIENT);

type Life = { readonly year: Year; readonly api: CustomerApi; readonly page: Page };

/** Advances the clock to an hour after the end of the paid month. */
async function untilDue({ year, api }: Life, moreDays = 1 / 24): Promise<void> {
  const due = new Date((await api.line()).nextBillingDate ?? 0);
  await year.elapse((due.getTime() - year.now().getTime()) / DAY_MS + moreDays);
}

/**
 * Nine o'clock in Lagos so many days after the month was due, an hour after cards are retried. It is
 * counted from the due day: an hour after a month that ends late in the evening is the next day.
 */
async function untilMorningAfter(year: Year, due: number, days: number): Promise<void> {
  await year.elapse((lagosHour(new Date(due), days, 9).getTime() - year.now().getTime()) / DAY_MS);
}

const dueAt = async (api: CustomerApi) => new Date((await api.line()).nextBillingDate ?? 0).getTime();

/** A month passes and the next one is charged to the card, at a discount of 10 %. */
async function renewByCard(life: Life): Promise<void> {
  const { api } = life;
  const before = await dueAt(api);
  const [last] = await api.payments();
  await untilDue(life);
  await whileTimePasses(life, () => dueAt(api)).toBeGreaterThan(before);
  const [renewal] = await api.payments();
  expect(renewal?.reference).not.toBe(last?.reference);
  expect(renewal).toMatchObject({ status: 'successful', gateway: 'paystack' });
}

async function beginAutoPay({ api, year }: Life): Promise<void> {
  const { planId } = await api.line();
  await api.pay(portal, { plan: planId, email, autoPay: true });
  await expect.poll(async () => (await api.read<AutoPayView>('/api/user/auto-pay')).state, PATIENT).toBe('on');
  await year.show('01-auto-pay-on', '/profile?tab=billing');
}

/**
 * The bank declines the charge on every morning of the grace period, after which the service is
 * suspended.
 */
async function failToPay(life: Life): Promise<void> {
  const { api, year, page } = life;
  const reason = 'Insufficient Funds';
  await portal.sandbox.addFault({ gateway: 'paystack', operation: 'charge', mode: 'decline', reason, times: 3 });
  const failures = async () => (await api.payments()).filter(({ status }) => status === 'failed').length;
  const attempt = async () => (await api.read<AutoPayView>('/api/user/auto-pay')).attempt?.state;
  const due = await dueAt(api);
  await untilDue(life);
  await whileTimePasses(life, attempt).toBe('declined');
  await year.show('02-declined', '/profile?tab=billing');
  await untilMorningAfter(year, due, 1);
  await whileTimePasses(life, failures).toBe(2);
  await year.show('03-days-of-grace', '/dashboard');
  await expect(page.getByText(/is not paid yet. Your line stays on until/)).toBeVisible();
  await untilMorningAfter(year, due, 2);
  await whileTimePasses(life, failures).toBe(3);
  await year.elapse(1.7);
  await whileTimePasses(life, async () => (await api.line()).status).toBe('suspended');
  await year.told(email, /line is off/i);
  await year.show('04-suspended', '/dashboard?tab=subscription');
  await expect(page.getByRole('main').getByText('Suspended').first()).toBeVisible();
}

/** Nothing is owed for the suspended time; the paid month begins with the payment. */
async function comeBack({ api, year, page }: Life): Promise<void> {
  await year.elapse(9);
  const open = (await api.read<InvoiceSummary[]>('/api/user/invoices')).filter(({ status }) => status === 'open');
  expect(open).toEqual([]);
  const { planId } = await api.line();
  await api.pay(portal, { plan: planId, email });
  const line = await api.line();
  expect(line.status).toBe('active');
  expect(new Date(line.nextBillingDate ?? 0).getTime() - year.now().getTime()).toBeGreaterThan(27 * DAY_MS);
  await year.show('05-back', '/dashboard?tab=subscription');
  await expect(page.getByRole('main').getByText('Active').first()).toBeVisible();
  await year.told(email, /connected again/i);
}

async function upgrade({ api, year, page }: Life): Promise<void> {
  await year.elapse(5);
  const plans = await api.read<{ id: string; name: string; price: number }[]>('/api/plans');
  const dearer = plans.filter(({ price }) => price > 25_000).toSorted((a, b) => a.price - b.price)[0];
  if (!dearer) throw new Error('there is no dearer plan');
  const before = await dueAt(api);
  await api.pay(portal, { plan: dearer.id, purpose: 'upgrade', email });
  expect(await api.line()).toMatchObject({ planName: dearer.name, monthlyFee: dearer.price });
  expect(await dueAt(api)).toBe(before);
  await year.show('06-upgraded', '/dashboard?tab=subscription');
  await expect(page.getByText(dearer.name).first()).toBeVisible();
}

/** Seven friends more than in the demo data: Gold. */
async function bringFriends({ api, year }: Life, newDevice: () => Promise<BrowserContext>): Promise<void> {
  const { code, referrals, earnings } = await api.read<ReferralView>('/api/user/referral');
  expect(referrals).toBe(3);
  for (let count = referrals; count < 10; count++) {
    const device = await newDevice();
    const friend = { ...newPerson('Bola'), referralCode: code };
    const theirs = apiOf(device.request, portal.origin);
    await theirs.write('/api/register', friend);
    const { id, price } = await theirs.findPlan('Home 20 Mbps');
    await theirs.write('/api/user/subscription', { planId: id });
    const { amount } = await theirs.pay(portal, { plan: id, email: friend.email });
    expect(amount).toBe(price * 0.8);
  }
  const after = await api.read<ReferralView>('/api/user/referral');
  // One more in Bronze, five in Silver with the bonus for reaching it, and the tenth in Gold with
  // its own bonus.
  expect(after).toMatchObject({ referrals: 10, earnings: earnings + 2_000 + 5 * 2_500 + 5_000 + 3_000 + 10_000 });
  await year.show('07-gold', '/dashboard');
}

/** Referral rewards pay for the next month before the card is charged. */
async function spendRewards(life: Life): Promise<void> {
  const { api, year } = life;
  const before = await api.read<{ balance: number }>('/api/user/credit');
  expect(before.balance).toBeGreaterThan(0);
  const due = await dueAt(api);
  await untilDue(life);
  await whileTimePasses(life, () => dueAt(api)).toBeGreaterThan(due);
  expect((await api.read<{ balance: number }>('/api/user/credit')).balance).toBeLessThan(before.balance);
  await year.show('08-credit', '/profile?tab=billing');
}

async function refund(life: Life, newDevice: () => Promise<BrowserContext>): Promise<void> {
  const { api, year, page } = life;
  const [latest] = await api.payments();
  if (!latest) throw new Error('nothing was paid');
  const agentDevice = await newDevice();
  await signIn(agentDevice, portal.origin, DEMO_STAFF);
  await apiOf(agentDevice.request, portal.origin).write(`/api/staff/payments/${latest.reference}/refund`, {
    reason: 'The line was down',
    keepService: true,
  });
  const statusOf = async () => {
    const all = await api.payments();
    return all.find(({ reference }) => reference === latest.reference)?.status;
  };
  await expect
    .poll(async () => {
      // The gateway that processes a refund is polled again after a while.
      await year.elapse(0.05);
      return statusOf();
    }, PATIENT)
    .toBe('refunded');
  await year.told(email, /refunded/i);
  await year.show('09-refunded', '/profile?tab=billing');
  const [corrected] = (await api.read<InvoiceSummary[]>('/api/user/invoices')).filter(
    ({ creditNotes }) => creditNotes.length > 0,
  );
  const number = corrected?.creditNotes[0]?.creditNoteNumber ?? '';
  await page.goto(`${portal.origin}/api/user/invoices/${number}/page`);
  await expect(page.getByText(number).first()).toBeVisible();
}

/** Every document of the year can be downloaded, and the months add up. */
async function keepDocuments({ api, year, page }: Life): Promise<void> {
  const invoices = await api.read<InvoiceSummary[]>('/api/user/invoices?limit=50');
  expect(invoices.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  for (const { invoiceNumber } of invoices.slice(0, 3)) {
    const pdf = await page.request.get(`${portal.origin}/api/user/invoices/${invoiceNumber}/pdf`);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    year.keep(`${invoiceNumber}.pdf`, await pdf.body());
  }
  await year.show('10-a-year-later', '/dashboard');
  // The amount that the card will be charged, at a discount of 10 %.
  await expect(page.getByText('₦31,500').first()).toBeVisible();
  await year.keepMails(email);
  expect(await portal.brokenInvariants()).toEqual([]);
}

test('one year of Amina’s subscription: renewals by card, a declined card, a suspension and a reactivation, an upgrade, Gold, and a refund', {
  tag: '@long',
}, async ({ page, context, newDevice }) => {
  await signIn(context, portal.origin, DEMO_CUSTOMER);
  const life: Life = { year: openYear(portal, page), api: apiOf(context.request, portal.origin), page };
  await beginAutoPay(life);
  for (let month = 0; month < 3; month++) await renewByCard(life);
  await failToPay(life);
  await comeBack(life);
  await upgrade(life);
  await bringFriends(life, newDevice);
  await spendRewards(life);
  await renewByCard(life);
  await refund(life, newDevice);
  while (life.year.days() < 365) await renewByCard(life);
  await keepDocuments(life);
});
