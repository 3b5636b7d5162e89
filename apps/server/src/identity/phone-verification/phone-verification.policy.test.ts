import { randomBytes } from 'node:crypto';
import { formatMessage } from '@portal/kernel/messaging/message-descriptor';
import { describe, expect, it } from 'vitest';
import { codeText, findBudgetAlarms, nigerianMobile, phoneCode, phoneCodeHashes } from './phone-verification.policy.ts';

const NUMBER = '+2348031234567';

describe('a Nigerian mobile number', () => {
  it.each([
    '0803 123 4567',
    '08031234567',
    '8031234567',
    '2348031234567',
    '+2348031234567',
    '+234 803 123 4567',
    '+234 0803 123 4567',
    '2340803 123 4567',
    '002348031234567',
    '009 234 803 123 4567',
    '0803-123-4567',
    '(0803) 123.4567',
    '  0803 123 4567  ',
    '\u200e0803 123 4567',
    '０８０３１２３４５６７',
    '٠٨٠٣١٢٣٤٥٦٧',
  ])('has one form, in whatever spelling it is typed: %s', (spelling) => {
    expect(nigerianMobile(spelling)).toBe(NUMBER);
  });

  it.each(['0701', '0702', '0708', '0710', '0720', '0802', '0809', '0810', '0818', '0901', '0909', '0911', '0916'])(
    'begins with %s among others',
    (prefix) => {
      expect(nigerianMobile(`${prefix}1234567`)).toBe(`+234${prefix.slice(1)}1234567`);
    },
  );

  it.each([
    ['a landline', '0201 234 5678'],
    ['a landline in Lagos', '01 234 5678'],
    ['a toll-free number', '0800 123 4567'],
    ['a corporate number', '0700 123 4567'],
    ['a number that nobody has', '0917 123 4567'],
    ['a number of Britain', '+44 7911 123456'],
    ['a number of America', '+1 202 555 0123'],
    ['a satellite phone', '+881612345678'],
    ['a number of Ghana', '+233 24 123 4567'],
    ['too short', '0803 123 456'],
    ['too long', '0803 123 45678'],
    ['with an extension', '0803 123 4567 ext. 5'],
    ['with text around it', 'call 0803 123 4567 please'],
    ['two numbers', '08031234567, 08031234568'],
    ['no number', 'phone'],
    ['nothing', ''],
    ['only a plus', '+'],
    ['two pluses', '++2348031234567'],
  ])('is not %s', (_what, text) => {
    expect(nigerianMobile(text)).toBeNull();
  });
});

describe('a code', () => {
  it('has six digits, whatever the random bytes are', () => {
    expect(phoneCode(Buffer.alloc(6))).toBe('000000');
    expect(phoneCode(Buffer.alloc(6, 255))).toMatch(/^\d{6}$/);
    const codes = Array.from({ length: 2000 }, () => phoneCode(randomBytes(6)));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1950);
    expect(new Set(codes.map(([first]) => first)).size).toBe(10);
  });

  it('is stored as an HMAC that fits one secret, customer and number alone', () => {
    const hashOf = (secret: string, ...parts: [number, string, string]) => phoneCodeHashes([secret], ...parts)[0];
    const stored = hashOf('secret', 7, NUMBER, '123456');
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      hashOf('other secret', 7, NUMBER, '123456'),
      hashOf('secret', 8, NUMBER, '123456'),
      hashOf('secret', 7, '+2348031234568', '123456'),
      hashOf('secret', 7, NUMBER, '123457'),
    ];
    expect(others).not.toContain(stored);
  });

  it('fits in one text that every phone can show', () => {
    const text = formatMessage(codeText('Waya Fibre', '482913'), (english) => english);
    expect(text).toMatch(/^[\x20-\x7e]{1,160}$/);
    expect(text.match(/\d{4,}/g)).toEqual(['482913']);
  });
});

describe('a budget', () => {
  it('raises an alarm at four fifths and at its end, once each', () => {
    const limits = { perUserPerHour: 99, perAddressPerHour: 99, perBlockPerDay: 1000, perDay: 10 };
    const none = { codes: 0, freeInSeconds: null };
    const alarmsAt = (codes: number) => {
      const windows = { numberTenMinutes: none, numberDay: none, userHour: none, addressHour: none, blockDay: none };
      return findBudgetAlarms(
        { ...windows, day: { codes, freeInSeconds: 1 }, userRequests: none, addressRequests: none },
        limits,
      );
    };
    const alarms = Array.from({ length: 12 }, (_, codes) => alarmsAt(codes)).flat();
    expect(alarms).toEqual([
      { budget: 'day', codes: 8, isSpent: false },
      { budget: 'day', codes: 10, isSpent: true },
    ]);
  });
});
