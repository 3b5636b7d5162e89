import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff } from '../../testing/staff-browser.ts';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
let staff: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  staff = (await createStaff(portal)).browser;
});
afterAll(() => portal.close());

const walkIn = (person: object) =>
  staff.post('/api/staff/customers', { firstName: 'Ngozi', lastName: 'Ade', ...person });

/** The messages to somebody, from the outbox. */
async function messagesTo(recipient: string) {
  const { rows } = await portal.pool.query(
    'select channel, text from outbox_messages where recipient = $1 order by id',
    [recipient],
  );
  return rows as { channel: string; text: string }[];
}

async function choosePassword(text: string): Promise<number> {
  const token = /reset-password#token=([\w-]+)/.exec(text)?.[1];
  return (await portal.browser().post('/api/password-reset/confirm', { token, newPassword: GOOD_PASSWORD })).statusCode;
}

describe('registering a walk-in', () => {
  it('mails a link by which the customer chooses the password that opens the account', async () => {
    const { email } = newCustomer();
    const answer = await walkIn({ email, phone: '0803 123 4567' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ customer: { email, phone: '+2348031234567' }, linkSentBy: 'email' });
    const [message] = await messagesTo(email);
    expect(message?.channel).toBe('email');
    expect(await choosePassword(message?.text ?? '')).toBe(200);
    const browser = portal.browser();
    const signedIn = await browser.post('/api/login', { email, password: GOOD_PASSWORD });
    expect(signedIn.json().user).toMatchObject({ email, role: 'customer', emailVerified: true });
  });

  it('texts the link to a customer without a mailbox, to whom no mail is ever written', async () => {
    const answer = await walkIn({ phone: '08055550001' });
    expect(answer.json()).toMatchObject({ linkSentBy: 'sms' });
    const [message] = await messagesTo('+2348055550001');
    expect(await choosePassword(message?.text ?? '')).toBe(200);
    const signedIn = await portal.browser().post('/api/login', { email: '08055550001', password: GOOD_PASSWORD });
    expect(signedIn.json().user).toMatchObject({ phone: '+2348055550001', phoneVerified: true, emailVerified: false });
    expect(await messagesTo('2348055550001@phone.invalid')).toEqual([]);
  });

  it('refuses a mailbox or number that has an account, and a person who cannot be reached', async () => {
    const { email } = newCustomer();
    await portal.browser().register({ email });
    expect((await walkIn({ email })).json()).toMatchObject({ code: 'account.email-taken' });
    await walkIn({ phone: '08055550002' });
    expect((await walkIn({ phone: '+234 805 555 0002' })).statusCode).toBe(409);
    for (const person of [{}, { phone: '12345' }, { email: 'nobody' }, { phone: '' }]) {
      expect((await walkIn(person)).statusCode, JSON.stringify(person)).toBe(422);
    }
  });

  it('is audited', async () => {
    const { id } = (await walkIn({ email: newCustomer().email })).json().customer;
    const { rows } = await portal.pool.query('select action from audit_records where subject = $1', [`customer:${id}`]);
    expect(rows).toEqual([{ action: 'customer.register' }]);
  });
});
