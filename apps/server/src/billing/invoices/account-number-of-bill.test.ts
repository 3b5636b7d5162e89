import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openNumber } from '../../testing/billing/open-number.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { type RenewalTestbed, startRenewalTestbed } from '../../testing/billing/renewal-testbed.ts';
import { runRenewals } from '../renewals/run-renewals.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: RenewalTestbed;
beforeAll(async () => {
  bed = await startRenewalTestbed();
});
afterAll(() => bed.close());

const DAY_MS = 24 * 3_600_000;
const newest = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/invoices')).body[0];

it('an open bill names the account number that takes a transfer for it, where its customer has one', async () => {
  const [who, without] = [await bed.createCustomer(), await bed.createCustomer()];
  for (const customer of [who, without]) await bed.payMonth(customer);
  const { accountNumber } = await openNumber(bed, 'monnify', who);
  expect(await newest(who)).toMatchObject({ status: 'paid' });
  expect(await newest(who)).not.toHaveProperty('sendTo');
  const due = Date.parse((await bed.subscription(who)).nextBillingDate) - bed.deps.clock().getTime();
  bed.wait(due - 5 * DAY_MS);
  await runRenewals(bed.renewals);
  expect(await newest(who)).toMatchObject({ status: 'open', sendTo: { bank: expect.any(String), accountNumber } });
  expect(await newest(without)).toMatchObject({ status: 'open' });
  expect(await newest(without)).not.toHaveProperty('sendTo');
});
