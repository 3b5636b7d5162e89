import { toKobo } from '@portal/kernel/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { addCredit, postEntries } from '../ledger/ledger.repository.ts';

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  customer = await bed.createCustomer();
});

const pay = (who: Customer, amount: number) => bed.pay(who, 'paystack', amount);
const referral = async (who: Customer) => (await bed.call(who, 'GET', '/api/user/referral')).body;

/** As staff would take a reward back or give credit for another reason. */
async function post(who: Customer, transactionKey: string, from: 'referral-rewards' | 'revenue', kobo: number) {
  const [payment] = await bed.rows('select id from payments where user_id = $1 limit 1', [who.id]);
  await bed.database.transaction(async (tx) => {
    await addCredit(tx, who.id, toKobo(kobo));
    await postEntries(tx, {
      transactionKey,
      userId: who.id,
      paymentId: String(payment?.id),
      entries: [
        { account: from, amountKobo: toKobo(kobo) },
        { account: 'credit', amountKobo: toKobo(-kobo) },
      ],
      now: bed.deps.clock(),
    });
  });
}

describe('what a customer sees of their referrals', () => {
  it('is their own code and no reward at first', async () => {
    expect(await referral(customer)).toEqual({
      code: customer.referralCode,
      referrals: 0,
      earnings: 0,
      pendingRewards: 0,
    });
  });

  it('counts a friend as pending until the first payment, then as one reward in the ledger', async () => {
    const friends = [];
    for (let count = 0; count < 3; count++) friends.push(await bed.createCustomer({ referredBy: customer }));
    expect(await referral(customer)).toMatchObject({ referrals: 0, earnings: 0, pendingRewards: 6000 });
    const [first, second] = friends;
    if (first) await pay(first, 20_000);
    if (first) await pay(first, 25_000);
    expect(await referral(customer)).toMatchObject({ referrals: 1, earnings: 2000, pendingRewards: 4000 });
    if (second) await pay(second, 20_000);
    expect(await referral(customer)).toMatchObject({ referrals: 2, earnings: 4000, pendingRewards: 2000 });
    expect(await bed.violations()).toEqual([]);
  });

  it('includes rewards that have been spent, and no other credit', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    await pay(friend, 20_000);
    await pay(customer, 23_000);
    await post(customer, `adjustment:${customer.id}`, 'revenue', 50_000);
    expect(await referral(customer)).toMatchObject({ referrals: 1, earnings: 2000, pendingRewards: 0 });
  });

  it('leaves out rewards that were taken back', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    await pay(friend, 20_000);
    await pay(customer, 23_000);
    await post(customer, `taken-back:${customer.id}`, 'referral-rewards', -200_000);
    expect(await referral(customer)).toMatchObject({ earnings: 0 });
  });

  it('shows neither who the friends are nor anyone else’s code', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    const body = await referral(customer);
    expect(Object.keys(body).toSorted()).toEqual(['code', 'earnings', 'pendingRewards', 'referrals']);
    expect(JSON.stringify(body)).not.toContain(friend.email);
    expect((await bed.call(friend, 'GET', `/api/user/referral?userId=${customer.id}`)).body).toMatchObject({
      code: friend.referralCode,
    });
  });
});
