import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pollRefunds } from '../../billing/refunds/poll-refunds.ts';
import { type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { createImportTestbed, csvFile } from '../../testing/testbeds/import-testbed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());

const DAY_MS = 86_400_000;

it('a payment extends an imported line from the day until which it was paid, and its refund leaves that day', async () => {
  const [customer, staff] = [await bed.createCustomer(), await bed.createStaff()];
  const paidUntil = new Date(Math.floor((bed.deps.clock().getTime() + 20 * DAY_MS) / 1000) * 1000);
  const file = csvFile(
    ['customer', 'plan', 'paid until'],
    [[customer.email, 'Premium Fiber 100Mbps', paidUntil.toISOString()]],
  );
  const { id } = await createImportTestbed(bed.database).run('lines', file);
  expect(id).toBeDefined();
  const line = async () => {
    const [row] = await bed.rows('select status, next_renewal from user_subscriptions where user_id = $1', [
      customer.id,
    ]);
    return { status: row?.status, until: row?.next_renewal instanceof Date ? row.next_renewal.getTime() : null };
  };
  expect(await line()).toEqual({ status: 'active', until: paidUntil.getTime() });

  const reference = await bed.pay(customer);
  const { until } = await line();
  expect(until).toBeGreaterThan(paidUntil.getTime() + 27 * DAY_MS);
  await expect(createImportTestbed(bed.database).undo(id, staff.id)).rejects.toMatchObject({
    code: 'import.built-upon',
  });

  await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Paid twice' });
  await vi.waitFor(async () => {
    bed.wait(120_000);
    await pollRefunds(bed.deps);
    expect(await bed.rows("select 1 from refunds where status = 'done'")).toHaveLength(1);
  }, 20_000);
  const left = await line();
  expect(left.status).toBe('active');
  expect(Math.abs((left.until ?? 0) - paidUntil.getTime())).toBeLessThan(1000);
  expect(await bed.violations()).toEqual([]);
});
