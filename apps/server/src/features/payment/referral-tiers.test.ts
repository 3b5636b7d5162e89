import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/payment-testbed.ts';
import { settleRefunds } from '../../testing/settle-refunds.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
let staff: Customer;
beforeAll(async () => {
  bed = await startPaymentTestbed();
  staff = await bed.createStaff();
});
afterAll(() => bed.close());

async function openFor(friend: Customer, amount = 20_000): Promise<string> {
  const reference = await bed.open(friend, 'paystack', amount);
  bed.sandbox.decide(reference, 'approve');
  return reference;
}
const friendsOf = (referredBy: Customer, count: number) =>
  Promise.all(Array.from({ length: count }, () => bed.createCustomer({ referredBy })));
const creditOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/credit')).body;
const earningsOf = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/referral')).body;

async function payAtOnce(friends: readonly Customer[]): Promise<string[]> {
  const references: string[] = [];
  for (const friend of friends) references.push(await openFor(friend));
  await Promise.all(friends.map((friend, index) => bed.verify(friend, 'paystack', references[index] ?? '')));
  return references;
}

async function refund(reference: string): Promise<void> {
  const asked = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Never connected' });
  expect(asked.status).toBe(200);
  await settleRefunds(bed);
}

describe('friends who pay', () => {
  it('all at once bring exactly what their number brings: five 2,000 four times, 2,500 and 5,000', async () => {
    const referrer = await bed.createCustomer();
    const friends = await friendsOf(referrer, 5);
    expect((await earningsOf(referrer)).pendingRewards).toBe(15_500);
    await payAtOnce(friends);
    expect((await creditOf(referrer)).balance).toBe(15_500);
    expect(await earningsOf(referrer)).toMatchObject({ referrals: 5, earnings: 15_500, pendingRewards: 0 });
    await payAtOnce(await friendsOf(referrer, 6));
    // The sixth to the ninth 2,500, the tenth and eleventh 3,000, and 10,000 once.
    expect((await creditOf(referrer)).balance).toBe(15_500 + 4 * 2_500 + 2 * 3_000 + 10_000);
  });

  it('and get their money back take reward and tier along; the tier can be reached again, once', async () => {
    const referrer = await bed.createCustomer();
    const references = await payAtOnce(await friendsOf(referrer, 5));
    const last = (await bed.rows(
      "select p.reference from payments p join ledger_entries e on e.payment_id = p.id where e.transaction_key like 'tier-bonus:%' and e.user_id = $1 limit 1",
      [referrer.id],
    )) as { reference: string }[];
    await refund(last[0]?.reference ?? references[4] ?? '');
    expect((await creditOf(referrer)).balance).toBe(8_000);
    await payAtOnce(await friendsOf(referrer, 2));
    expect((await creditOf(referrer)).balance).toBe(8_000 + 2_500 + 5_000 + 2_500);
  });

  it.each([
    ['same-phone', "update users set phone = '+2348031112233', phone_verified_at = now() where id = any($1)"],
    ['same-device', "insert into account_devices (user_id, device) select unnest($1::int[]), '00112233aabbccdd'"],
  ])(
    'and are the referrer under another name (%s) bring nothing, save nothing, and staff see it',
    async (flag, sign) => {
      const referrer = await bed.createCustomer();
      const friend = await bed.createCustomer({ referredBy: referrer });
      await bed.rows(sign, [[referrer.id, friend.id]]);
      await bed.verify(friend, 'paystack', await openFor(friend, 25_000));
      expect((await creditOf(referrer)).balance).toBe(0);
      const { body } = await bed.call(staff, 'GET', '/api/staff/flagged-referrals');
      expect(body[0]).toMatchObject({ status: 'refused', flags: expect.arrayContaining([flag]) });
    },
  );

  it('leave the books in order', async () => {
    expect(await bed.violations()).toEqual([]);
  });
});
