import { formatAccountNumber } from '@portal/kernel/account-number';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { HIGH_LIMITS, startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { describePayCard, type PayCardDependencies } from './pay-card.ts';
import { groupedPayCode, payCodeOf, readPayCodeText, ussdCodeFor } from './pay-code.policy.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({
    config: {
      ...readConfig({}),
      ussd: { code: '*000*12#', secrets: ['a secret of the test'] },
      limits: HIGH_LIMITS,
      trustedProxies: ['127.0.0.1'],
    },
  });
});
afterAll(() => portal.close());

let browser: TestBrowser;
let user: { readonly id: number; readonly firstName: string };
beforeEach(async () => {
  browser = portal.browser();
  user = (await browser.register()).json().user;
});

const make = async (body = {}) => (await browser.post('/api/user/pay-code', body)).json().payCode;
const read = async () => (await browser.get('/api/user/pay-code')).json();
const codeIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const find = (code: string) => portal.browser().post('/api/quick-pay/code', { code });
const accountNumber = async () => {
  const { rows } = await portal.pool.query<{ number: string }>('select number from accounts where id = $1', [user.id]);
  return rows[0]?.number ?? '';
};

describe('a payment link of one’s own', () => {
  it('is there once its owner has made it, stays the same, and leads to the account without its number', async () => {
    expect((await read()).link).toBeNull();
    const { link, ussdCode } = await make();
    expect(link.url).toMatch(/^http:\/\/portal\.test\/p\/[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{3}$/);
    expect(ussdCode).toBe(`*000*12*${await accountNumber()}#`);
    expect(await read()).toEqual({ link, ussdCode });
    expect((await make()).link).toEqual(link);
    const found = await find(codeIn(link.url));
    expect(found.json()).toMatchObject({ accountNumber: null, due: 0, openBills: 0 });
    expect(found.body).not.toContain(user.firstName);
  });

  it('is one, also when it is made in two tabs at once', async () => {
    const made = await Promise.all([make(), make(), make()]);
    expect(new Set(made.map(({ link }) => link.url)).size).toBe(1);
    const replaced = await Promise.all([make({ replace: true }), make({ replace: true })]);
    const { rows } = await portal.pool.query(
      'select code from pay_codes where account_id = $1 and replaced_at is null',
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(replaced.at(-1)?.link.url).not.toBe(made[0]?.link.url);
  });

  it('that was replaced is unknown, as one that never was', async () => {
    const before = codeIn((await make()).link.url);
    const after = codeIn((await make({ replace: true })).link.url);
    expect(after).not.toBe(before);
    expect((await find(after)).statusCode).toBe(200);
    const [replaced, never] = [await find(before), await find('zzzz-zzzz-zzz')];
    expect(replaced.json().code).toBe('quick-pay.not-found');
    expect({ ...replaced.json(), requestId: null }).toEqual({ ...never.json(), requestId: null });
  });

  it('opens in any spelling, as it is read out or typed from paper', async () => {
    const code = codeIn((await make()).link.url);
    for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), code.replaceAll('-', ' '), ` ${code} `])
      expect((await find(typed)).statusCode, typed).toBe(200);
    for (const wrong of [code.slice(1), `${code}2`, "' or 1=1 --", '😀', '../..'])
      expect((await find(wrong)).json().code, wrong).toBe('quick-pay.not-found');
  });

  it('leads on to the page with the code behind the #, told to nobody, whether it exists or not', async () => {
    for (const code of [codeIn((await make()).link.url), 'nobody', '%23%2F%0d%0aset-cookie:x']) {
      const answer = await portal.app.inject({ url: `/p/${code}` });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers).toMatchObject({
        location: `/pay#code=${encodeURIComponent(decodeURIComponent(code))}`,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store',
      });
    }
  });

  it('is not made or seen by who looks after the lines alone, nor by staff without a customer', async () => {
    await portal.pool.query("update account_people set role = 'technical' where user_id = $1", [user.id]);
    for (const answer of [await browser.get('/api/user/pay-code'), await browser.post('/api/user/pay-code', {})])
      expect(answer.json().code).toBe('account.role');
    expect((await browser.get('/api/user/pay-card.pdf')).statusCode).toBe(403);
  });
});

describe('the card to print', () => {
  it('has the link, the account number, the code to dial and the numbers at banks, in the words of a language', async () => {
    const describe = (ussdCode: string | null, listAccountNumbers: PayCardDependencies['listAccountNumbers']) =>
      describePayCard(
        {
          database: portal.database,
          origin: 'https://wayafibre.example',
          ussdCode,
          speakIn: (language) => (english) => `${language}: ${english}`,
          findLanguage: async () => 'ha',
          listAccountNumbers,
          phone: () => '+234 800 000 0000',
        },
        { accountId: user.id, userId: user.id },
      );
    const number = await accountNumber();
    const plain = await describe(null, async () => []);
    expect(plain).toMatchObject({
      url: 'https://wayafibre.example/pay',
      language: 'ha',
      title: 'ha: Pay for this line',
    });
    expect(plain.facts.map(({ value }) => value)).toEqual(['wayafibre.example/pay', formatAccountNumber(number)]);
    const code = codeIn((await make()).link.url);
    const full = await describe('*000*12#', async () => [{ bank: 'Wema Bank', accountNumber: '9930174265' }]);
    expect(full.url).toBe(`https://wayafibre.example/p/${code}`);
    expect(full.facts).toContainEqual({ label: 'ha: From any phone, dial', value: `*000*12*${number}#` });
    expect(full.facts).toContainEqual({ label: 'Wema Bank', value: '9930174265' });
  });

  it('is one small sheet, in the language of whoever prints it, with or without a link', async () => {
    for (const language of ['en', 'yo', 'ha', 'ig']) {
      await browser.put('/api/user/language', { language });
      const card = await browser.get('/api/user/pay-card.pdf');
      expect(card.statusCode, card.body.slice(0, 200)).toBe(200);
      expect(card.headers['content-type']).toBe('application/pdf');
      const pdf = card.rawPayload.toString('latin1');
      expect(pdf.startsWith('%PDF-')).toBe(true);
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(pdf).toContain(`${language}-NG`);
      await make();
    }
  });
});

it('every code has its letters, each as likely, and is read back from how it is written', () => {
  const letters = new Map<string, number>();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const code = payCodeOf(bytes);
      if (code === null) return;
      for (const letter of code) letters.set(letter, (letters.get(letter) ?? 0) + 1);
      expect(readPayCodeText(groupedPayCode(code).toUpperCase())).toBe(code);
    }),
    { numRuns: 500, seed: 20_261_130 },
  );
  expect([...letters.keys()].sort().join('')).toBe('23456789abcdefghjkmnpqrstuvwxyz');
  expect(payCodeOf(new Uint8Array(32).fill(31))).toBeNull();
  expect(ussdCodeFor('*384*12#', '1234567897')).toBe('*384*12*1234567897#');
});
