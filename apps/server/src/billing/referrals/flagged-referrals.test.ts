import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type Staff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let staff: Staff;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = await createStaff(portal);
});
afterAll(() => portal.close());

let pairs = 0;
async function pair(emails: readonly [string, string] | null = null) {
  pairs++;
  const [referrerEmail, refereeEmail] = emails ?? [`one-${pairs}@mail.example`, `two-${pairs}@mail.example`];
  const register = async (address: string, email: string, referralCode = '') =>
    (await portal.browser(address).register({ email, referralCode })).json().user;
  const referrer = await register(`198.51.100.${pairs}`, referrerEmail);
  const { rows } = await portal.pool.query('select referral_code from users where id = $1', [referrer.id]);
  const referee = await register(`203.0.113.${pairs}`, refereeEmail, rows[0].referral_code);
  return { referrer, referee };
}
const flagsOf = async (refereeId: number) => {
  const list = (await staff.browser.get('/api/staff/flagged-referrals')).json();
  return list.find(({ referee }: { referee: { id: number } }) => referee.id === refereeId)?.flags;
};

describe('a referral', () => {
  it('between two people is not flagged to staff', async () => {
    const { referee } = await pair();
    expect(await flagsOf(referee.id)).toBeUndefined();
  });

  it('is flagged, with the reasons, when the two look like one person', async () => {
    const { referrer, referee } = await pair(['ada+a@mail.example', 'ada+b@mail.example']);
    expect(await flagsOf(referee.id)).toEqual(['same-mailbox']);
    await portal.pool.query("update users set phone = '+2348030000000', phone_verified_at = now() where id = any($1)", [
      [referrer.id, referee.id],
    ]);
    await portal.pool.query(
      `insert into payment_methods (user_id, provider, reference, card_signature) select id, 'paystack', '', 'one card' from users where id = any($1)`,
      [[referrer.id, referee.id]],
    );
    await portal.pool.query(
      `update sessions set sess = '{"address":"192.0.2.9","userAgent":""}' where user_id = any($1)`,
      [[referrer.id, referee.id]],
    );
    expect(await flagsOf(referee.id)).toEqual(['same-phone', 'same-card', 'same-mailbox', 'same-address']);
  });

  it('with the same surname and the same network is withheld, and with one of the two alone is not', async () => {
    const { referrer, referee } = await pair();
    const both = [referrer.id, referee.id];
    const isWithheld = async () => {
      const list = (await staff.browser.get('/api/staff/flagged-referrals')).json();
      return list.find((row: { referee: { id: number } }) => row.referee.id === referee.id)?.isWithheld;
    };
    await portal.pool.query("update users set last_name = ' Yar’adua' where id = $1", [referrer.id]);
    await portal.pool.query("update users set last_name = 'yar adua' where id = $1", [referee.id]);
    expect(await isWithheld()).toBeUndefined();
    await portal.pool.query(
      `update sessions set sess = '{"address":"192.0.2.10","userAgent":""}' where user_id = any($1)`,
      [both],
    );
    expect(await flagsOf(referee.id)).toEqual(['same-address', 'same-home']);
    expect(await isWithheld()).toBe(true);
    await portal.pool.query("update users set last_name = 'Bello' where id = $1", [referee.id]);
    expect(await flagsOf(referee.id)).toEqual(['same-address']);
    expect(await isWithheld()).toBe(false);
  });

  it('is flagged when one device has opened both accounts, or signed in to both later, whoever signed in between', async () => {
    const shared = portal.browser('198.51.100.200');
    const { rows } = await portal.pool.query('select referral_code from users where id = $1', [
      (await shared.register({ email: 'shared-1@mail.example' })).json().user.id,
    ]);
    await shared.register({ email: 'shared-2@mail.example' });
    const elsewhere = portal.browser('203.0.113.200');
    elsewhere.cookies.set('browser', shared.cookies.get('browser') ?? '');
    const opened = (await elsewhere.register({ referralCode: rows[0].referral_code })).json().user;
    expect(await flagsOf(opened.id)).toEqual(['same-device']);
    const { referrer, referee } = await pair();
    for (const email of [referrer.email, referee.email])
      await shared.post('/api/login', { email, password: GOOD_PASSWORD });
    expect(await flagsOf(referee.id)).toEqual(expect.arrayContaining(['same-device']));
  });

  it('is listed newest first, page by page', async () => {
    for (let count = 0; count < 3; count++) await pair([`p${count}+a@mail.example`, `p${count}+b@mail.example`]);
    const first = (await staff.browser.get('/api/staff/flagged-referrals?limit=2')).json();
    const second = (await staff.browser.get(`/api/staff/flagged-referrals?limit=2&before=${first.at(-1).id}`)).json();
    const emails = [...first, ...second].map(({ referee }) => referee.email);
    expect(emails.slice(0, 3)).toEqual(['p2+b@mail.example', 'p1+b@mail.example', 'p0+b@mail.example']);
  });
});
