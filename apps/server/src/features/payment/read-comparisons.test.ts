import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/payment-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

it('shows staff what a gateway has been paid that nobody told us of, and what came in today', async () => {
  const reference = await bed.open(await bed.createCustomer(), 'paystack');
  bed.sandbox.decide(reference, 'approve');
  await bed.rows('update payments set next_check_at = null');
  bed.wait(16 * 60_000);
  await bed.jobs.compareWithGateways();
  const { body } = await bed.call(staff, 'GET', '/api/staff/gateway-comparisons');
  const paystack = body.find(({ gateway }: { gateway: string }) => gateway === 'paystack');
  expect(paystack).toMatchObject({ settled: [reference], unexplained: [], receivedToday: 25_000, returnedToday: 0 });
  expect(paystack.comparedUntil).not.toBeNull();
});
