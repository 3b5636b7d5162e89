import type { AutoPayView } from '@portal/contract/billing/auto-pay';
import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import type { ReferralView } from '@portal/contract/billing/referrals';
import { lagosHour } from '@portal/kernel/calendar';
import { DEMO_CUSTOMER, DEMO_STAFF, newPerson, signIn } from './stage/customer.ts';
import { openPortal, type PortalForTests } from './stage/portal-for-tests.ts';
import { type BrowserContext, expect, type Page, test } from './stage/stage.ts';
import { type Diary, diaryOf, openYear, type Year } from './stage/year.ts';

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

type Life = { readonly year: Year; readonly diary: Diary; readonly page: Page };

/** Lets the time come at which the month that is paid ends, and an hour more. */
async function untilDue({ year, diary }: Life, moreDays = 1 / 24): Promise<void> {
  const due = new Date((await diary.line()).nextBillingDate ?? 0);
  await year.elapse((due.getTime() - year.now().getTime()) / DAY_MS + moreDays);
}

/** Nine o'clock in Lagos, an hour after cards are asked again: whatever the hour of the day is at which this runs. */
async function untilNextMorning(year: Year): Promise<void> {
  await year.elapse((lagosHour(year.now(), 1, 9).getTime() - year.now().getTime()) / DAY_MS);
}

const dueAt = async (diary: Diary) => new Date((await diary.line()).nextBillingDate ?? 0).getTime();

/** One month goes by and the next is charged to the card, a tenth below its price. */
async function renewByCard(life: Life): Promise<void> {
  const { diary } = life;
  const before = await dueAt(diary);
  const [last] = await diary.payments();
  await untilDue(life);
  await expect.poll(() => dueAt(diary), PATIENT).toBeGreaterThan(before);
  const [renewal] = await diary.payments();
  expect(renewal?.reference).not.toBe(last?.reference);
  expect(renewal).toMatchObject({ status: 'successful', gateway: 'paystack' });
}

async function beginAutoPay({ diary, year }: Life): Promise<void> {
  const { planId } = await diary.line();
  await diary.pay(portal, { plan: planId, email, autoPay: true });
  await expect.poll(async () => (await diary.read<AutoPayView>('/api/user/auto-pay')).state, PATIENT).toBe('on');
  await year.show('01-auto-pay-on', '/profile?tab=billing');
}

/** The bank says no on every morning on which it is asked: the line is cut off when the days of grace are over. */
async function failToPay(life: Life): Promise<void> {
  const { diary, year, page } = life;
  const reason = 'Insufficient Funds';
  await portal.sandbox.addFault({ gateway: 'paystack', operation: 'charge', mode: 'decline', reason, times: 3 });
  const attempt = async () => (await diary.read<AutoPayView>('/api/user/auto-pay')).attempt?.state;
  await untilDue(life);
  await expect.poll(attempt, PATIENT).toBe('declined');
  await year.show('02-declined', '/profile?tab=billing');
  await untilNextMorning(year);
  await expect
    .poll(async () => (await diary.payments()).filter(({ status }) => status === 'failed').length, PATIENT)
    .toBe(2);
  await year.show('03-days-of-grace', '/dashboard');
  await expect(page.getByText(/is not paid yet. Your line stays on until/)).toBeVisible();
  await untilNextMorning(year);
  await expect
    .poll(async () => (await diary.payments()).filter(({ status }) => status === 'failed').length, PATIENT)
    .toBe(3);
  await year.elapse(1.7);
  await expect.poll(async () => (await diary.line()).status, PATIENT).toBe('suspended');
  await year.told(email, /suspended|switched off|paused/i);
  await year.show('04-suspended', '/dashboard?tab=subscription');
  await expect(page.getByRole('main').getByText('Suspended').first()).toBeVisible();
}

/** Nothing is owed for the time without; the month that is paid begins with the payment. */
async function comeBack({ diary, year, page }: Life): Promise<void> {
  await year.elapse(9);
  const open = (await diary.read<InvoiceSummary[]>('/api/user/invoices')).filter(({ status }) => status === 'open');
  expect(open).toEqual([]);
  const { planId } = await diary.line();
  await diary.pay(portal, { plan: planId, email });
  const line = await diary.line();
  expect(line.status).toBe('active');
  expect(new Date(line.nextBillingDate ?? 0).getTime() - year.now().getTime()).toBeGreaterThan(27 * DAY_MS);
  await year.show('05-back', '/dashboard?tab=subscription');
  await expect(page.getByRole('main').getByText('Active').first()).toBeVisible();
  await year.told(email, /connected again/i);
}

async function upgrade({ diary, year, page }: Life): Promise<void> {
  await year.elapse(5);
  const plans = await diary.read<{ id: string; name: string; price: number }[]>('/api/plans');
  const dearer = plans.filter(({ price }) => price > 25_000).toSorted((a, b) => a.price - b.price)[0];
  if (!dearer) throw new Error('there is no dearer plan');
  const before = await dueAt(diary);
  await diary.pay(portal, { plan: dearer.id, purpose: 'upgrade', email });
  expect(await diary.line()).toMatchObject({ planName: dearer.name, monthlyFee: dearer.price });
  expect(await dueAt(diary)).toBe(before);
  await year.show('06-upgraded', '/dashboard?tab=subscription');
  await expect(page.getByText(dearer.name).first()).toBeVisible();
}

/** Seven more friends than the demonstration has: Gold. */
async function bringFriends({ diary, year }: Life, newDevice: () => Promise<BrowserContext>): Promise<void> {
  const { code, referrals, earnings } = await diary.read<ReferralView>('/api/user/referral');
  expect(referrals).toBe(3);
  for (let count = referrals; count < 10; count++) {
    const device = await newDevice();
    const friend = { ...newPerson('Bola'), referralCode: code };
    const theirs = diaryOf(device.request, portal.origin);
    await theirs.write('/api/register', friend);
    const { id, price } = await theirs.findPlan('Home 20 Mbps');
    await theirs.write('/api/user/subscription', { planId: id });
    const { amount } = await theirs.pay(portal, { plan: id, email: friend.email });
    expect(amount).toBe(price * 0.8);
  }
  const after = await diary.read<ReferralView>('/api/user/referral');
  // One more of Bronze, five of Silver with the bonus for reaching it, and the tenth of Gold with its own.
  expect(after).toMatchObject({ referrals: 10, earnings: earnings + 2_000 + 5 * 2_500 + 5_000 + 3_000 + 10_000 });
  await year.show('07-gold', '/dashboard');
}

/** What friends have brought pays for the next month before the card does. */
async function spendRewards(life: Life): Promise<void> {
  const { diary, year } = life;
  const before = await diary.read<{ balance: number }>('/api/user/credit');
  expect(before.balance).toBeGreaterThan(0);
  const due = await dueAt(diary);
  await untilDue(life);
  await expect.poll(() => dueAt(diary), PATIENT).toBeGreaterThan(due);
  expect((await diary.read<{ balance: number }>('/api/user/credit')).balance).toBeLessThan(before.balance);
  await year.show('08-credit', '/profile?tab=billing');
}

async function refund(life: Life, newDevice: () => Promise<BrowserContext>): Promise<void> {
  const { diary, year, page } = life;
  const [latest] = await diary.payments();
  if (!latest) throw new Error('nothing was paid');
  const desk = await newDevice();
  await signIn(desk, portal.origin, DEMO_STAFF);
  await diaryOf(desk.request, portal.origin).write(`/api/staff/payments/${latest.reference}/refund`, {
    reason: 'The line was down',
    keepService: true,
  });
  const statusOf = async () => {
    const all = await diary.payments();
    return all.find(({ reference }) => reference === latest.reference)?.status;
  };
  await expect
    .poll(async () => {
      // A gateway that works a refund off is asked about it again after a while.
      await year.elapse(0.05);
      return statusOf();
    }, PATIENT)
    .toBe('refunded');
  await year.told(email, /refunded/i);
  await year.show('09-refunded', '/profile?tab=billing');
  const [corrected] = (await diary.read<InvoiceSummary[]>('/api/user/invoices')).filter(
    ({ creditNotes }) => creditNotes.length > 0,
  );
  const number = corrected?.creditNotes[0]?.creditNoteNumber ?? '';
  await page.goto(`${portal.origin}/api/user/invoices/${number}/page`);
  await expect(page.getByText(number).first()).toBeVisible();
}

/** Every document of the year can be kept, and the months add up. */
async function keepDocuments({ diary, year, page }: Life): Promise<void> {
  const invoices = await diary.read<InvoiceSummary[]>('/api/user/invoices?limit=50');
  expect(invoices.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  for (const { invoiceNumber } of invoices.slice(0, 3)) {
    const pdf = await page.request.get(`${portal.origin}/api/user/invoices/${invoiceNumber}/pdf`);
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    year.keep(`${invoiceNumber}.pdf`, await pdf.body());
  }
  await year.show('10-a-year-later', '/dashboard');
  // What the card will be charged, a tenth below the price.
  await expect(page.getByText('₦31,500').first()).toBeVisible();
  await year.keepMails(email);
  expect(await portal.brokenInvariants()).toEqual([]);
}

test('Amina lives a year with us: renewals by card, a card that is declined, a cut and a return, a dearer plan, Gold, and a refund', async ({
  page,
  context,
  newDevice,
}) => {
  await signIn(context, portal.origin, DEMO_CUSTOMER);
  const life: Life = { year: openYear(portal, page), diary: diaryOf(context.request, portal.origin), page };
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
