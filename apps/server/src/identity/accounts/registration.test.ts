import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { readMail } from '../../testing/read-mail.ts';
import { sendAtOnce } from '../../testing/send-at-once.ts';
import { GOOD_PASSWORD, newCustomer, type TestBrowser } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  const yo = { 'Welcome to {brand}': 'Ẹ káàbọ̀ sí {brand}', 'Set a new password': 'Ṣe ọ̀rọ̀ aṣínà tuntun' };
  portal = await startTestPortal({ noticeTexts: { yo } });
});
afterAll(() => portal.close());

async function userRow(email: string) {
  const { rows } = await portal.pool.query('select * from users where email = $1', [email]);
  return rows[0];
}

async function countUsers(): Promise<number> {
  const { rows } = await portal.pool.query('select count(*)::int as count from users');
  return rows[0]?.count;
}

describe('registering', () => {
  it('creates an account, signs in and says so', async () => {
    const customer = newCustomer();
    const browser = portal.browser();
    const response = await browser.register(customer);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      success: true,
      message: 'Registration successful',
      user: { email: customer.email, role: 'customer' },
    });
    expect((await browser.get('/api/user')).json()).toEqual(response.json().user);
  });

  it('sends the welcome mail and later mails in the language of the page', async () => {
    const [english, yoruba] = [newCustomer().email, newCustomer().email];
    await portal.browser().register({ email: english });
    const browser = portal.browser();
    browser.cookies.set('language', 'yo');
    await browser.register({ email: yoruba });
    await portal.browser().post('/api/password-reset/request', { email: yoruba });
    const subjects = async (email: string) => (await readMail(portal, email)).map(({ subject }) => subject);
    expect(await subjects(english)).toEqual([expect.stringMatching(/^Welcome to /)]);
    expect(await subjects(yoruba)).toEqual([expect.stringMatching(/^Ẹ káàbọ̀ sí /), 'Ṣe ọ̀rọ̀ aṣínà tuntun']);
  });

  it('stores Argon2id and nothing from which the password could be read', async () => {
    const { email } = newCustomer();
    await portal.browser().register({ email });
    const row = await userRow(email);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(GOOD_PASSWORD);
  });

  it('gives a referral code of eight characters that says nothing about its owner', async () => {
    const { email } = newCustomer();
    await portal.browser().register({ email });
    expect((await userRow(email)).referral_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  it('ignores a role, an id and every other field that the form does not have', async () => {
    const customer = newCustomer();
    const smuggled = {
      role: 'admin',
      isAdmin: true,
      id: 1,
      createdAt: '1999-01-01',
      disabled: true,
      emailVerified: true,
    };
    const response = await portal.browser().register({ ...customer, ...smuggled, referralCode: 'NOBODYS0' });
    expect(response.statusCode).toBe(200);
    expect(response.json().user).toMatchObject({ role: 'customer', emailVerified: false });
    const row = await userRow(customer.email);
    expect(row).toMatchObject({ role: 'customer', disabled: false, email_verified_at: null });
    expect(row.created_at.getUTCFullYear()).toBeGreaterThan(1999);
    expect(row.referral_code).not.toBe('NOBODYS0');
  });

  it('creates one account when the same address registers fifty times at once', async () => {
    const { email } = newCustomer();
    const answers = await sendAtOnce(50, () => portal.browser().register({ email }));
    const statuses = answers.map((answer) => answer.statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json().message).toBe('An account with this email address already exists');
  });

  it('recognises a mailbox in any spelling', async () => {
    await portal.browser().register({ email: 'sade.okoro@gmail.com' });
    for (const email of ['SadeOkoro@gmail.com', 's.a.d.e.okoro+fibre@googlemail.com']) {
      expect((await portal.browser().register({ email })).statusCode).toBe(409);
    }
    await portal.browser().register({ email: 'dele.a@mail.example' });
    expect((await portal.browser().register({ email: 'DELE.A@mail.example' })).statusCode).toBe(409);
    expect((await portal.browser().register({ email: 'delea@mail.example' })).statusCode).toBe(200);
  });

  it('creates no second account for an address in lookalike letters', async () => {
    await portal.browser().register({ email: 'aisha.koko@mail.example' });
    const before = await countUsers();
    // Cyrillic а and о, the Kelvin sign, a dotless ı, full-width letters, a domain with Cyrillic.
    const lookAlikes = [
      '\u0430isha.koko@mail.example',
      'aisha.k\u043eko@mail.example',
      'aisha.\u212aoko@mail.example',
      'a\u0131sha.koko@mail.example',
      '\uff41isha.koko@mail.example',
      'aisha.koko@m\u0430il.example',
    ];
    for (const email of lookAlikes) {
      const response = await portal.browser().register({ email });
      expect([email, response.statusCode, response.json().errors]).toEqual([
        email,
        422,
        { email: 'Invalid email address' },
      ]);
    }
    // What nobody sees is no letter: this is the same mailbox.
    const invisible = await portal.browser().register({ email: 'aisha\u200b.koko@mail.example' });
    expect(invisible.json().code).toBe('account.email-taken');
    expect(await countUsers()).toBe(before);
  });

  it('takes a mailbox whose domain has letters of another script, once, and mails to it', async () => {
    const ascii = 'ada@xn--e1afmkfd.xn--p1ai';
    const first = await portal.browser().register({ email: 'ada@пример.рф' });
    expect(first.json().user.email).toBe(ascii);
    expect((await portal.browser().register({ email: ascii })).json().code).toBe('account.email-taken');
    for (const email of [ascii, 'ADA@Пример.рф'])
      expect((await portal.browser().post('/api/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(200);
    const { rows } = await portal.pool.query('select distinct recipient from outbox_messages where recipient like $1', [
      'ada@%',
    ]);
    expect(rows).toEqual([{ recipient: ascii }]);
  });

  it('stores names as people write them', async () => {
    for (const firstName of [
      'Ọlábísí',
      // Cyrillic throughout: a name identifies no account, and may look like another.
      'Ада',
      "O'Neil-Ada",
      '<script>alert(1)</script>',
      '=SUM(A1)',
      '\u202Eevil',
      '😀'.repeat(100),
    ]) {
      const { email } = newCustomer();
      const response = await portal.browser().register({ email, firstName });
      expect(response.json().user.firstName).toBe(firstName.normalize('NFC'));
    }
  });

  it('says beside each field what is missing', async () => {
    const response = await portal
      .browser()
      .post('/api/register', { firstName: ' ', lastName: '\u200B', email: 'x@', password: 'short' });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      password: 'Password must be at least 8 characters',
    });
  });

  it('refuses text that PostgreSQL cannot store', async () => {
    for (const fields of [{ firstName: 'A\u0000B' }, { lastName: '\uD800' }, { lastName: 'x'.repeat(101) }]) {
      expect((await portal.browser().register(fields)).statusCode).toBe(422);
    }
  });

  it.each([
    ['Password123!', /guessed first/],
    ['12345678', /guessed first/],
    ['Bisi-and-the-goats', /name and your email/],
    ['goats-of-ADU-77', /name and your email/],
    ['my-mailbox-name-7', /name and your email/],
  ])('refuses the password %s with its reason', async (password, reason) => {
    const before = await countUsers();
    const response = await portal.browser().register({ email: 'mailbox-name@mail.example', password });
    expect(response.statusCode).toBe(422);
    expect(response.json().code).toBe('account.weak-password');
    expect(response.json().errors.password).toMatch(reason);
    expect(await countUsers()).toBe(before);
  });

  it('creates no account when the hidden honeypot field is filled in', async () => {
    const { email } = newCustomer();
    const browser = portal.browser();
    const response = await browser.register({ email, website: 'https://spam.example' });
    expect(response.statusCode).toBe(422);
    expect(response.json().message).toMatch(
      /filled in a hidden field\. Reload the page and type your details yourself/,
    );
    expect(browser.cookies.size).toBe(0);
    expect(await userRow(email)).toBeUndefined();
  });

  it('limits new accounts per device and hour, on any network, and allows an IP address a few more', async () => {
    const config = readConfig({
      RATE_LIMIT_REGISTRATIONS_PER_DEVICE_PER_HOUR: '2',
      RATE_LIMIT_REGISTRATIONS_PER_HOUR: '3',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const strict = await startTestPortal({ config });
    const device = strict.browser('198.51.100.20');
    const elsewhere = strict.browser('198.51.100.21');
    const statusesOf = async (browsers: readonly TestBrowser[]) => {
      const statuses: number[] = [];
      for (const browser of browsers) statuses.push((await browser.register()).statusCode);
      return statuses;
    };
    expect(await statusesOf([device, device, device])).toEqual([200, 200, 429]);
    for (const [name, value] of device.cookies) elsewhere.cookies.set(name, value);
    expect(await statusesOf([elsewhere, strict.browser('198.51.100.21')])).toEqual([429, 200]);
    const fresh = Array.from({ length: 5 }, () => strict.browser('198.51.100.22'));
    expect(await statusesOf(fresh)).toEqual([200, 200, 200, 429, 429]);
    await strict.close();
  });
});

describe('a script that registers, within an hour and from one address, stops', () => {
  let delivered: TestPortal;
  beforeAll(async () => {
    delivered = await startTestPortal({ config: readConfig({ TRUSTED_PROXIES: '127.0.0.1' }) });
  });
  afterAll(() => delivered.close());
  const accounts = async () => Number((await delivered.pool.query('select count(*) from users')).rows[0].count);

  it('after ten accounts where it keeps its cookies', async () => {
    const before = await accounts();
    const keeper = delivered.browser('198.51.100.30');
    for (let tries = 0; tries < 20; tries++) await keeper.register();
    expect(await accounts()).toBe(before + 10);
  });

  it('after a hundred accounts where it does not, although it tries five hundred times', async () => {
    const before = await accounts();
    const statuses: number[] = [];
    for (let brought = 0; brought < 500; brought += 10) {
      const script = Array.from({ length: 10 }, () => delivered.browser('198.51.100.31').register());
      for (const { statusCode } of await Promise.all(script)) statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(400);
    expect(await accounts()).toBe(before + 100);
  });
});

describe('a referral link', () => {
  async function referrer(): Promise<{ id: number; code: string }> {
    const { email } = newCustomer();
    await portal.browser().register({ email });
    const row = await userRow(email);
    return { id: row.id, code: row.referral_code };
  }

  async function referralsOf(refereeId: number) {
    const { rows } = await portal.pool.query('select * from referrals where referee_id = $1', [refereeId]);
    return rows;
  }

  it('records who referred the new customer, pending until the first payment', async () => {
    const { id, code } = await referrer();
    const response = await portal.browser().register({ referralCode: ` ${code.toLowerCase()} ` });
    const refereeId = response.json().user.id;
    expect(await referralsOf(refereeId)).toEqual([
      expect.objectContaining({ referrer_id: id, status: 'pending', reward: '2000.00', completed_at: null }),
    ]);
  });

  it('does not prevent the registration when its code is unknown, empty or malformed', async () => {
    for (const referralCode of ['ZZZZZZZZ', '', "'; drop table users --", '😀']) {
      const response = await portal.browser().register({ referralCode });
      expect(response.statusCode).toBe(200);
      expect(await referralsOf(response.json().user.id)).toEqual([]);
    }
  });
});
