import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gsmLength } from '../../messaging/index.ts';
import { type Caller, menuStart, sessionOver, showMain, type Turn, takeInput, voucherText } from './menu.policy.ts';
import { createSay, LONGEST_SCREEN, lineText, outageText } from './menu-screens.ts';
import type { LineVerdict, MenuServices, VoucherResult } from './menu-services.port.ts';
import { english, type MenuText } from './texts/menu-texts.en.ts';
import { menuLanguages, menuTexts } from './texts/menu-texts.ts';

const languages = menuLanguages.map(({ language }) => language);

/** Fixed by default, so that every run walks the same ways. */
const SEED = Number(process.env.MENU_SEED ?? 20_261_130);

const LONG_NAME = 'Oluwafunmilayo-Chukwuemeka Ọ̀gúnbánjọ̀-Abdullahi';
const LONG_AREA = 'Behind the Central Mosque, Ọ̀ṣogbo Road, Abẹ́òkúta';
const AMOUNT = toKobo(1_234_567_890);
const WHEN = new Date('2026-12-28T22:59:00Z');
const PHONE = '+2348031234567';
const facts = {
  form: 'keys' as const,
  brandName: 'Confluence Networks of Nigeria',
  code: '*347*100*2345#',
  site: 'my.confluence-networks-of-nigeria.example.ng',
  supportPhone: '+234 800 000 0000',
};
const account = (accountId: number) => ({
  accountId,
  number: `00${10_000_000 + accountId}`,
  name: LONG_NAME,
  personId: accountId,
  seesBills: true,
});

const verdicts: readonly LineVerdict[] = [
  { kind: 'no-plan' },
  { kind: 'awaiting-payment' },
  { kind: 'account-unpaid' },
  { kind: 'limit-reached' },
  { kind: 'unknown' },
  { kind: 'account-paused', until: WHEN },
  { kind: 'incident', area: LONG_AREA, endsAt: WHEN },
  { kind: 'incident', area: LONG_AREA, endsAt: null },
  { kind: 'maintenance', area: LONG_AREA, endsAt: null },
  { kind: 'online', since: WHEN },
  { kind: 'no-session', since: WHEN },
];
const vouchers: readonly VoucherResult[] = [
  { kind: 'used-now', amountKobo: AMOUNT, receiptNumber: 'RCT-2026-0000012345' },
  { kind: 'already-used' },
  { kind: 'expired' },
  { kind: 'stopped' },
  { kind: 'unknown' },
  { kind: 'bad-check-digits' },
  { kind: 'throttled', minutes: 1440 },
  { kind: 'retry' },
];

type Options = {
  readonly accounts: number;
  readonly lines: number;
  readonly outages: number;
  readonly choice: number;
  readonly hasVouchers: boolean;
};

/** Services with the longest values, and a record of what was done. */
function fakeServices({ accounts, lines, outages, choice, hasVouchers }: Options) {
  const done: string[] = [];
  const pick = <Item>(items: readonly Item[]): Item => items[choice % items.length] as Item;
  const services: MenuServices = {
    listOwnAccounts: async () => Array.from({ length: accounts }, (_, index) => account(index + 1)),
    findAccount: async ({ accountId }) => account(accountId),
    provePin: async (_number, pin) => {
      if (pin === '2580') return { kind: 'proven', account: account(9) };
      return pin === '0000' ? { kind: 'wait', minutes: 1440 } : { kind: 'wrong' };
    },
    findPayee: async (number) =>
      number === '0000000000'
        ? { kind: 'unknown' }
        : { kind: 'found', accountId: 8, number, maskedName: `${LONG_NAME}**** O****` },
    readBalance: async () =>
      pick([
        { dueKobo: AMOUNT, creditKobo: toKobo(0), next: { amountKobo: AMOUNT, at: WHEN }, hasPlan: true },
        { dueKobo: toKobo(0), creditKobo: AMOUNT, next: { amountKobo: AMOUNT, at: WHEN }, hasPlan: true },
        { dueKobo: toKobo(0), creditKobo: AMOUNT, next: null, hasPlan: false },
      ]),
    listLines: async () => Array.from({ length: lines }, (_, lineId) => ({ lineId, label: LONG_AREA })),
    readLine: async () => pick(verdicts),
    listOutages: async () =>
      Array.from({ length: outages }, (_, index) => ({
        kind: index % 2 === 0 ? ('incident' as const) : ('maintenance' as const),
        area: LONG_AREA,
        title: 'The main cable along the expressway is cut since somebody has dug there',
        startsAt: index % 2 === 0 ? null : WHEN,
        endsAt: choice % 2 === 0 ? WHEN : null,
      })),
    redeemVoucher: hasVouchers
      ? async () => {
          done.push('voucher');
          return pick(vouchers);
        }
      : null,
    makeLink: async () => {
      done.push('link');
      return pick([
        { kind: 'sent' as const, amountKobo: AMOUNT },
        { kind: 'nothing-due' as const },
        { kind: 'no-plan' as const },
        { kind: 'impossible' as const },
      ]);
    },
    requestCall: async () => {
      done.push('call');
      return pick(['noted' as const, 'waiting' as const]);
    },
    saveLanguage: async () => {},
  };
  return { services, done };
}

function expectScreen(text: string): void {
  const length = gsmLength(text);
  expect(length, text).not.toBeNull();
  expect((length ?? 0) + 'CON '.length, text).toBeLessThanOrEqual(LONGEST_SCREEN);
  expect(text, text).not.toMatch(/[{}]/);
  expect(text.trim()).not.toBe('');
}

const entries = fc.oneof(
  fc.constantFrom('1', '2', '3', '4', '5', '6', '9', '0', '00', '', '#'),
  fc.constantFrom('0010000009', '0000000000', '2580', '1111', '0000', '123456789012', '1234 5678 9012'),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('😀😀', 'Привет', 'ẹ kú iṣẹ́', '١٢٣', 'x'.repeat(500)),
);

describe('the menu', () => {
  it('answers every way through it with a screen that every phone shows, in each language', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...languages),
        fc.record({
          accounts: fc.integer({ min: 0, max: 6 }),
          lines: fc.integer({ min: 0, max: 6 }),
          outages: fc.integer({ min: 0, max: 6 }),
          choice: fc.integer({ min: 0, max: 100 }),
          hasVouchers: fc.boolean(),
        }),
        fc.array(entries, { maxLength: 12 }),
        async (language, options, typed) => {
          const { services, done } = fakeServices(options);
          const caller: Caller = { facts, phone: PHONE, services };
          let turn: Turn = showMain(caller.facts, menuStart(language));
          expectScreen(turn.text);
          for (const entry of typed) {
            const before = done.length;
            const ended = turn.ends;
            turn = await takeInput(caller, turn.state, entry);
            expectScreen(turn.text);
            seen.add(turn.state.at);
            if (ended) {
              expect(turn.ends).toBe(true);
              expect(done.length).toBe(before);
            }
            // Whatever costs or calls is done on the way to a last screen, or was refused for a typed error.
            if (done.length > before && done.at(-1) !== 'voucher') expect(turn.ends).toBe(true);
          }
          expect(JSON.stringify(turn.state)).not.toMatch(/2580|123456789012/);
        },
      ),
      { seed: SEED, numRuns: 3000 },
    );
    expect([...seen].sort()).toEqual(
      [
        'account',
        'account-number',
        'end',
        'language',
        'line',
        'main',
        'outage',
        'pay',
        'payee',
        'pin',
        'voucher',
      ].sort(),
    );
  });

  it.each(languages)(
    'has each of its texts in %s with the same values, in letters that every phone shows',
    (language) => {
      for (const name of Object.keys(english) as MenuText[]) {
        const text = menuTexts[language][name];
        expect(gsmLength(text), `${language} ${name}`).not.toBeNull();
        const values = (of: string) => [...of.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
        expect(values(text), `${language} ${name}`).toEqual(values(english[name]));
      }
    },
  );

  it.each(languages)(
    'says everything about lines, vouchers and outages whole in %s, and a text in one part',
    (language) => {
      const say = createSay(language, facts);
      const texts = [
        ...verdicts.map((verdict) => lineText(say, verdict)),
        ...vouchers.map((result) => voucherText(say, result, '0123456789')),
        ...(
          ['smsHelp', 'smsHelpWithoutVouchers', 'smsUnknownNumber', 'smsStopped', 'smsStarted', 'smsPayForm'] as const
        ).map((name) => say(name)),
      ];
      for (const text of texts) expect(gsmLength(text), text).toBeLessThanOrEqual(160);
      const area = LONG_AREA;
      const outage = { kind: 'incident' as const, area, title: 'A'.repeat(90), startsAt: WHEN, endsAt: null };
      expect(gsmLength(outageText(say, outage)), outageText(say, outage)).toBeLessThanOrEqual(LONGEST_SCREEN - 4);
      const url = `https://my.fibre-provider.example.ng/pay#${'x'.repeat(43)}`;
      const link = say('linkText', { amount: 'N12,345,678.90', day: '28/12/2026', url });
      expect(gsmLength(link), link).toBeLessThanOrEqual(160);
      expect(sessionOver(facts, language)).toContain(facts.code);
    },
  );
});

describe('anything', () => {
  const most: Options = { accounts: 6, lines: 6, outages: 1, choice: 0, hasVouchers: true };
  const stranger: Options = { ...most, accounts: 0 };
  it.each([
    ['the balance of the sixth account', most, ['1', '9', '3']],
    ['a voucher for the sixth account', most, ['2', '9', '3', '1', '123456789012']],
    ['a link for the sixth account', most, ['2', '9', '3', '2']],
    ['a voucher for somebody else', most, ['2', '1', '3', '0010000008', '123456789012']],
    ['the sixth line of the sixth account', most, ['4', '9', '3', '9', '3']],
    ['a call', most, ['5', '1']],
    ['a stranger’s balance', stranger, ['1', '0010000009', '2580']],
    ['a stranger’s sixth line', stranger, ['4', '0010000009', '2580', '9', '3']],
    ['a stranger’s voucher', stranger, ['2', '0010000008', '123456789012']],
    ['the outages of everywhere', stranger, ['3']],
    ['the last of many outages', { ...stranger, outages: 6 }, ['3', '9', '9', '9', '9']],
  ])('is at most six screens away: %s', async (_what, options, typed) => {
    const caller: Caller = { facts, phone: PHONE, services: fakeServices(options).services };
    let turn: Turn = showMain(caller.facts, menuStart('en'));
    for (const entry of typed) turn = await takeInput(caller, turn.state, entry);
    expect(turn.ends, turn.text).toBe(true);
    expect(typed.length + 1).toBeLessThanOrEqual(6);
  });
});

it('a caller without bills sees the line and asks for a call, and not what is owed', async () => {
  const { services, done } = fakeServices({ accounts: 1, lines: 1, outages: 0, choice: 0, hasVouchers: false });
  const technical = { ...services, listOwnAccounts: async () => [{ ...account(1), seesBills: false }] };
  const caller: Caller = { facts, phone: PHONE, services: technical };
  const walk = async (...typed: string[]) => {
    let turn: Turn = showMain(caller.facts, menuStart('en'));
    for (const entry of typed) turn = await takeInput(caller, turn.state, entry);
    return turn;
  };
  expect((await walk('1')).text).toBe(english.ownersOnly);
  expect((await walk('2', '2')).text).toBe(english.ownersOnly);
  expect(done).toEqual([]);
  expect((await walk('4')).ends).toBe(true);
  expect((await walk('5')).text).toContain('We will call you');
});

it('five wrong entries end the session, and none of them is lost on the way back', async () => {
  const { services } = fakeServices({ accounts: 1, lines: 1, outages: 0, choice: 0, hasVouchers: false });
  const caller: Caller = { facts, phone: PHONE, services };
  let turn: Turn = showMain(caller.facts, menuStart('ha'));
  for (const entry of ['7', '8', '2', '9', '0', '7', 'x']) turn = await takeInput(caller, turn.state, entry);
  expect(turn.ends).toBe(true);
  expect(turn.text).toContain('An yi kuskure');
});
