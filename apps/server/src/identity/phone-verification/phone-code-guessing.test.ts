import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { type PhoneTestbed, startPhoneTestbed } from '../../testing/testbeds/phone-testbed.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 });

const GUESSES = 10_000;
const ADDRESSES = 200;
const PARALLEL = 50;
const PHONE = '+2348031234567';

let bed: PhoneTestbed;
beforeAll(async () => {
  bed = await startPhoneTestbed();
});
afterAll(() => bed.close());

/** The attacker's one session, seen from many addresses. */
async function guesser(): Promise<TestBrowser[]> {
  const signedIn = await bed.customer();
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const browser = bed.browser(`100.64.${index}.9`);
    for (const [name, value] of signedIn.cookies) browser.cookies.set(name, value);
    return browser;
  });
}

it('10,000 guesses from 200 addresses, 50 at a time, get five tries of a code between them (goal G5)', async () => {
  const browsers = await guesser();
  const [first] = browsers;
  if (!first) throw new Error('no browser');
  await bed.send(first, PHONE);
  const code = await bed.codeFor(PHONE);
  const outcomes = new Map<string, number>();
  let next = 0;
  const guessOn = async (): Promise<void> => {
    while (next < GUESSES) {
      const guess = String(next++).padStart(6, '0');
      const browser = browsers[next % ADDRESSES] ?? first;
      if (guess === code) continue;
      const answer = await bed.verify(browser, PHONE, guess);
      // On a busy machine one may wait too long for its turn; it is not evaluated then.
      if (answer.statusCode === 503) continue;
      const outcome = answer.json().code;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, guessOn));
  expect([...outcomes.keys()].sort()).toEqual(['phone.code-expired', 'phone.wrong-code']);
  expect(outcomes.get('phone.wrong-code')).toBe(5);
  expect(await bed.rows('select attempts from phone_codes')).toEqual([{ attempts: 5 }]);
  expect((await bed.verify(first, PHONE, code)).json().code).toBe('phone.code-expired');
  expect((await first.get('/api/user')).json()).toMatchObject({ phone: null, phoneVerified: false });
});
