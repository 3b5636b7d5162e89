import { LIVE_SOCKET } from '@portal/contract/platform/live-updates';
import { STAFF_SOCKET } from '@portal/contract/support/staff-chat';
import { toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../../testing/billing/settle-refunds.ts';
import { openSocket, type TestSocket } from '../../../testing/test-socket.ts';
import { addCredit } from '../../ledger/ledger.repository.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

const open = (who: Customer) => openSocket(bed.app, LIVE_SOCKET, who.browser);
const hears = (page: TestSocket, what: string) =>
  page.until((event) => event.type === 'changed' && event.what === what);
const forget = (page: TestSocket) => page.events.splice(0);

it('open pages of customer, referrer and staff show a registration, a payment that only the gateway reports, its reward, and their refund', async () => {
  const friend = await bed.createCustomer();
  const friendsPage = await open(friend);
  const payer = await bed.createCustomer({ referredBy: friend });
  await hears(friendsPage, 'referral');
  forget(friendsPage);
  const page = await open(payer);
  const console = await openSocket(bed.app, STAFF_SOCKET, staff.browser);
  const reference = await bed.open(payer, 'paystack', 20_000);
  forget(page);
  bed.sandbox.decide(reference, 'approve');
  await bed.quiet();
  await Promise.all(['payments', 'subscription', 'usage'].map((what) => hears(page, what)));
  await hears(friendsPage, 'referral');
  await Promise.all(['payments', 'subscription', 'referral'].map((what) => hears(console, what)));
  expect(JSON.stringify(console.events)).not.toContain(payer.email);
  for (const socket of [page, friendsPage, console]) forget(socket);
  await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Moved away' });
  await settleRefunds(bed);
  await hears(page, 'payments');
  await hears(friendsPage, 'referral');
  await hears(console, 'referral');
});

it('a page that connects only after a payment gets its update, and no other customer’s page does', async () => {
  const payer = await bed.createCustomer();
  await bed.database.transaction((tx) => addCredit(tx, payer.id, toKobo(2_500_000)));
  await bed.call(payer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
  const recentOf = async (page: TestSocket) =>
    (await page.until(({ type }) => type === 'recent')).changes.map(({ what }: { what: string }) => what);
  expect(await recentOf(await open(payer))).toEqual(expect.arrayContaining(['payments', 'subscription', 'usage']));
  expect(await recentOf(await open(await bed.createCustomer()))).not.toContain('subscription');
  expect(await recentOf(await openSocket(bed.app, STAFF_SOCKET, staff.browser))).toContain('payments');
});

it('a payment from credit appears on the payer’s other pages', async () => {
  const payer = await bed.createCustomer();
  await bed.database.transaction((tx) => addCredit(tx, payer.id, toKobo(2_500_000)));
  const page = await open(payer);
  await bed.call(payer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
  await hears(page, 'subscription');
});

it('a data bundle that staff offer appears on open pages', async () => {
  const page = await open(await bed.createCustomer());
  const form = { name: 'Weekend 30', gigabytes: 30, price: 4500 };
  expect((await bed.call(staff, 'POST', '/api/staff/data-bundles', form)).status).toBe(200);
  await hears(page, 'plans');
});
