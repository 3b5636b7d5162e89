import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { settleRefunds } from '../../testing/billing/settle-refunds.ts';
import { untilServed } from '../../testing/send-at-once.ts';

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
  const answers = await Promise.all(
    friends.map((friend, index) => untilServed(() => bed.verify(friend, 'paystack', references[index] ?? ''))),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
  return references;
}

async function refund(reference: string): Promise<void> {
  const asked = await bed.call(staff, 'POST', `/api/staff/payments/${reference}/refund`, { reason: 'Never connected' });
  expect(asked.status).toBe(200);
  await settleRefunds(bed);
}

describe('friends who pay', () => {
  it('all at once earn exactly what their number earns: five 2,000 four times, 2,500 and 5,000', async () => {
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

  it('and are refunded lose reward and tier again; the tier can be reached again, once', async () => {
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
    [
      'same-postal-address',
      "insert into billing_details (user_id, address, updated_at) select unnest($1::int[]), unnest(array['7, Bode Thomas St., Surulere', '7 bode thomas st surulere']), now()",
    ],
  ])(
    'and are the referrer under another name (%s) earn nothing, save nothing, and are flagged to staff',
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

  it('and are withheld are paid when staff approve them, once, with an audited reason, and a refund takes that back', async () => {
    const referrer = await bed.createCustomer();
    const [paid, awaited] = await friendsOf(referrer, 2);
    if (!paid || !awaited) throw new Error('no friends');
    const home =
      "insert into billing_details (user_id, address, updated_at) select unnest($1::int[]), '9 Ring Road', now()";
    await bed.rows(home, [[referrer.id, paid.id, awaited.id]]);
    const reference = await openFor(paid, 25_000);
    await bed.verify(paid, 'paystack', reference);
    type Flagged = { id: string; status: string; isWithheld: boolean; referee: { id: number } };
    const shownOf = async (friend: Customer): Promise<Flagged | undefined> =>
      (await bed.call(staff, 'GET', '/api/staff/flagged-referrals')).body.find(
        ({ referee }: Flagged) => referee.id === friend.id,
      );
    const [refused, pending] = [await shownOf(paid), await shownOf(awaited)];
    expect([refused, pending]).toMatchObject([
      { status: 'refused', isWithheld: true },
      { status: 'pending', isWithheld: true },
    ]);
    const pay = (id = '0b0e7c1e-0000-4000-8000-000000000000') =>
      bed.call(staff, 'POST', `/api/staff/flagged-referrals/${id}/approve`, { reason: 'Tenants of one house' });
    const answers = await Promise.all([1, 2, 3].map(() => pay(refused?.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await creditOf(referrer)).balance).toBe(2_000);
    expect((await pay(pending?.id)).body.message).toBe('The reward is paid as soon as the friend pays.');
    expect((await creditOf(referrer)).balance).toBe(2_000);
    await bed.verify(awaited, 'paystack', await openFor(awaited));
    expect(await earningsOf(referrer)).toMatchObject({ referrals: 2, earnings: 4_000 });
    expect([await shownOf(paid), await shownOf(awaited)]).toMatchObject([{ isWithheld: false }, { isWithheld: false }]);
    const [audit] = (await bed.call(staff, 'GET', `/api/staff/audit?subject=referral:${refused?.id}`)).body;
    expect(audit).toMatchObject({
      action: 'referral.approve-reward',
      before: { status: 'refused' },
      after: { status: 'completed' },
    });
    expect((await pay()).status).toBe(404);
    await refund(reference);
    expect((await creditOf(referrer)).balance).toBe(2_000);
  });

  it('and are refunded after the credit was spent leave no debt; the tier that is reached again pays what was taken of its bonus', async () => {
    const referrer = await bed.createCustomer();
    const [last] = (await payAtOnce(await friendsOf(referrer, 5))).slice(-1);
    const [bonus] = await bed.rows(
      "select p.reference from payments p join ledger_entries e on e.payment_id = p.id where e.transaction_key like 'tier-bonus:%' and e.user_id = $1 limit 1",
      [referrer.id],
    );
    await bed.rows('update service_plans set price = 11500 where id = $1', [bed.planId]);
    await bed.call(referrer, 'POST', '/api/user/pay-with-credit', { plan: bed.planId });
    await bed.rows('update service_plans set price = 25000 where id = $1', [bed.planId]);
    expect((await creditOf(referrer)).balance).toBe(4_000);
    // Of 2,500 reward and 5,000 bonus only 4,000 are left.
    await refund(String(bonus?.reference ?? last));
    expect((await creditOf(referrer)).balance).toBe(0);
    expect(await earningsOf(referrer)).toMatchObject({ referrals: 4 });
    await payAtOnce(await friendsOf(referrer, 1));
    const earned = (await creditOf(referrer)).balance;
    // 2,500 for the friend, and of the bonus exactly what had been taken back.
    expect(earned).toBe(2_500 + 1_500);
    expect((await earningsOf(referrer)).pendingRewards).toBe(0);
  });

  it('with a card, a number, a device or a home that the referrer was rewarded for already earn nothing more, and staff see why', async () => {
    const referrer = await bed.createCustomer();
    const [first, ...others] = await friendsOf(referrer, 5);
    if (!first) throw new Error('no friend');
    await payAtOnce([first]);
    const ring = [first.id, ...others.map(({ id }) => id)];
    const [card, phone, device, address] = others;
    await bed.rows('insert into account_devices (user_id, device) select unnest($1::int[]), $2', [
      [first.id, device?.id],
      'aabbccdd00112233',
    ]);
    await bed.rows("update users set phone = '+2348039998877', phone_verified_at = now() where id = any($1)", [
      [first.id, phone?.id],
    ]);
    await bed.rows(
      "insert into payment_methods (user_id, provider, reference, card_signature) select unnest($1::int[]), 'paystack', '', 'shared card'",
      [[first.id, card?.id]],
    );
    for (const friend of others.slice(0, 3)) await bed.verify(friend, 'paystack', await openFor(friend, 25_000));
    expect(await earningsOf(referrer)).toMatchObject({ referrals: 1, earnings: 2_000 });
    await bed.rows(
      "insert into billing_details (user_id, address, updated_at) values ($1, 'Flat 2, 5, Allen Avenue, Ikeja', now()), ($2, 'FLAT 2 5 ALLEN AVENUE IKEJA', now()), ($3, '', now())",
      [first.id, address?.id, referrer.id],
    );
    if (address) await bed.verify(address, 'paystack', await openFor(address, 25_000));
    expect(await earningsOf(referrer)).toMatchObject({ referrals: 1, earnings: 2_000 });
    // The signals outlast sessions, devices and numbers.
    await bed.rows('delete from account_devices');
    await bed.rows('update users set phone = null where id = any($1)', [ring]);
    bed.wait(90 * 24 * 3_600_000);
    const { body } = await bed.call(await bed.signInAgain(staff), 'GET', '/api/staff/flagged-referrals');
    const flags = new Map(body.map((row: { referee: { id: number }; flags: string[] }) => [row.referee.id, row.flags]));
    for (const friend of others) expect(flags.get(friend.id)).toEqual(expect.arrayContaining(['ring']));
  });

  it('keep the ledger consistent', async () => {
    expect(await bed.violations()).toEqual([]);
  });
});
