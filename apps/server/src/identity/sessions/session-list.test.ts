import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GOOD_PASSWORD, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const SESSIONS = '/api/user/sessions';
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

type Session = { id: string; device: string; address: string; createdAt: string; lastUsedAt: string; current: boolean };

/** Signed in on a computer and on a phone. */
async function customer(): Promise<{ id: number; computer: TestBrowser; phone: TestBrowser }> {
  const computer = portal.browser('203.0.113.7');
  const { id, email } = (await computer.register()).json().user;
  const phone = portal.browser('198.51.100.4');
  await phone.post('/api/login', { email, password: GOOD_PASSWORD }, { 'user-agent': PHONE });
  return { id, computer, phone };
}

const list = async (browser: TestBrowser): Promise<Session[]> => (await browser.get(SESSIONS)).json();
const statusOf = async (browser: TestBrowser) => (await browser.get('/api/user')).statusCode;

describe('the list of where a customer is signed in', () => {
  it('names each place, newest first, and marks this one', async () => {
    const { computer, phone } = await customer();
    const seen = await list(computer);
    expect(seen).toMatchObject([
      { device: 'Chrome on Android', address: '198.51.100.4', current: false },
      { address: '203.0.113.7', current: true },
    ]);
    expect((await list(phone)).map(({ current }) => current)).toEqual([true, false]);
    for (const { createdAt, lastUsedAt } of seen) {
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(Math.abs(Date.parse(lastUsedAt) - Date.parse(createdAt))).toBeLessThan(2000);
    }
  });

  it('says when a session was last used, to the hour', async () => {
    const { id, computer } = await customer();
    const past =
      "update sessions set created_at = created_at - interval '9 days', expire = expire - interval '5 hours'";
    await portal.pool.query(`${past} where user_id = $1`, [id]);
    // The request uses this session and renews it.
    await list(computer);
    const hoursOfUse = (await list(computer)).map(({ createdAt, lastUsedAt, current }) => ({
      current,
      hours: Math.round((Date.parse(lastUsedAt) - Date.parse(createdAt)) / 3_600_000),
    }));
    expect(hoursOfUse).toEqual([
      { current: false, hours: 9 * 24 - 5 },
      { current: true, hours: 9 * 24 },
    ]);
  });

  it('contains neither the token of the browser nor its stored hash', async () => {
    const { id, computer } = await customer();
    const seen = await list(computer);
    const { rows } = await portal.pool.query('select sid from sessions where user_id = $1', [id]);
    const secrets = [computer.cookies.get('session'), ...rows.map(({ sid }) => sid)];
    for (const session of seen) expect(secrets).not.toContain(session.id);
    const thief = portal.browser();
    thief.cookies.set('session', seen[0]?.id ?? '');
    expect(await statusOf(thief)).toBe(401);
  });

  it('leaves out sessions that have ended', async () => {
    const { id, computer, phone } = await customer();
    await phone.post('/api/logout', {});
    await portal.pool.query(
      "insert into sessions (sid, sess, user_id, expire) values ($2, '{}', $1, now() - interval '1 second')",
      [id, `ended ${id}`],
    );
    expect(await list(computer)).toHaveLength(1);
  });
});

describe('signing out elsewhere', () => {
  it('ends the one that was chosen', async () => {
    const { computer, phone } = await customer();
    const [other] = await list(computer);
    const answer = await computer.delete(`${SESSIONS}/${other?.id}`);
    expect(answer.json()).toEqual({ success: true, message: 'That device is signed out.' });
    expect(await Promise.all([computer, phone].map(statusOf))).toEqual([200, 401]);
    const again = await computer.delete(`${SESSIONS}/${other?.id}`);
    expect(again.statusCode).toBe(404);
    expect(again.json()).toMatchObject({ code: 'session.not-found', message: 'This session has ended already.' });
  });

  it('ends all others at once, also when there are none', async () => {
    const { computer, phone } = await customer();
    for (let round = 0; round < 2; round++) {
      const answer = await computer.delete(`${SESSIONS}/others`);
      expect(answer.json()).toEqual({ success: true, message: 'Every other device is signed out.' });
    }
    expect(await Promise.all([computer, phone].map(statusOf))).toEqual([200, 401]);
  });

  it('cannot end another customer’s session', async () => {
    const mine = await customer();
    const theirs = await customer();
    const names = (await list(theirs.computer)).map(({ id }) => id);
    const { rows } = await portal.pool.query('select sid from sessions where user_id = $1', [theirs.id]);
    for (const id of [...names, ...rows.map(({ sid }) => sid), 'OTHERS', '%6fthers%20', 'x'.repeat(65)]) {
      expect((await mine.computer.delete(`${SESSIONS}/${id}`)).statusCode).toBe(404);
    }
    await mine.computer.delete(`${SESSIONS}/others`);
    expect(await Promise.all([theirs.computer, theirs.phone].map(statusOf))).toEqual([200, 200]);
  });
});
