import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newCustomer } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { completeReferral } from './complete-referral.ts';
import { hasFirstMonthDiscount } from './has-first-month-discount.ts';
import { recordReferral } from './record-referral.ts';

const now = new Date('2026-03-01T12:00:00Z');

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function register(referralCode = ''): Promise<{ id: number; code: string }> {
  const { email } = newCustomer();
  const { user } = (await portal.browser().register({ email, referralCode })).json();
  const { rows } = await portal.pool.query('select referral_code from users where id = $1', [user.id]);
  return { id: user.id, code: rows[0]?.referral_code };
}

const complete = (refereeId: number) => portal.database.transaction((tx) => completeReferral(tx, { refereeId, now }));
const record = (refereeId: number, referralCode: string) =>
  portal.database.transaction((tx) => recordReferral(tx, { referralCode, refereeId, now }));
const rowsOf = async (refereeId: number) =>
  (await portal.pool.query('select * from referrals where referee_id = $1', [refereeId])).rows;

describe('a referral', () => {
  it('is completed once, with the reward of the price list, whoever settles first', async () => {
    const referrer = await register();
    const friend = await register(referrer.code);
    const completed = await Promise.all(Array.from({ length: 20 }, () => complete(friend.id)));
    expect(completed.filter((row) => row !== null)).toEqual([
      { referralId: expect.any(String), referrerId: referrer.id, rewardKobo: 200_000, reached: [] },
    ]);
    expect(await rowsOf(friend.id)).toEqual([expect.objectContaining({ status: 'completed', completed_at: now })]);
  });

  it('counts one code per friend: neither another code nor the same again counts afterwards', async () => {
    const [first, second] = [await register(), await register()];
    const friend = await register(first.code);
    await record(friend.id, second.code);
    await record(friend.id, first.code);
    expect(await rowsOf(friend.id)).toEqual([expect.objectContaining({ referrer_id: first.id })]);
  });

  it('is found by its code as whoever was told it writes it down', async () => {
    const referrer = await register();
    await portal.pool.query("update users set referral_code = 'A0B1C0D1' where id = $1", [referrer.id]);
    const lookalike = await register();
    await portal.pool.query("update users set referral_code = 'AOB1C0D1' where id = $1", [lookalike.id]);
    for (const [written, owner] of [
      ['a0b1-c0d1', referrer],
      [' AoBI cOdl ', referrer],
      ['AOB1C0D1', lookalike],
    ] as const) {
      const friend = await register(written);
      expect(await rowsOf(friend.id), written).toEqual([expect.objectContaining({ referrer_id: owner.id })]);
    }
  });

  it('cannot be made to oneself', async () => {
    const person = await register();
    await record(person.id, person.code);
    expect(await rowsOf(person.id)).toEqual([]);
  });

  it('does not exist for a customer who was not referred', async () => {
    const person = await register();
    expect(await complete(person.id)).toBeNull();
  });
});

describe('the first month of a referred friend', () => {
  it('is cheaper until it is paid, and for that friend only', async () => {
    const referrer = await register();
    const friend = await register(referrer.code);
    expect(await hasFirstMonthDiscount(portal.database, friend.id)).toBe(true);
    expect(await hasFirstMonthDiscount(portal.database, referrer.id)).toBe(false);
    await complete(friend.id);
    expect(await hasFirstMonthDiscount(portal.database, friend.id)).toBe(false);
  });

  it('is no longer cheaper once a period is paid, although the referral is still pending', async () => {
    const referrer = await register();
    const friend = await register(referrer.code);
    await portal.pool.query(
      `with plan as (select id from service_plans limit 1),
       line as (insert into user_subscriptions (user_id, plan_id, next_renewal, anchor_day, monthly_fee, paid_periods)
                select $1, id, now(), 1, 1, 1 from plan returning id, plan_id)
       insert into subscription_periods (subscription_id, period_number, plan_id, monthly_fee, payment_id, starts_at, ends_at)
       select id, 1, plan_id, 1, gen_random_uuid(), now(), now() + interval '1 month' from line`,
      [friend.id],
    );
    expect(await hasFirstMonthDiscount(portal.database, friend.id)).toBe(false);
  });
});
