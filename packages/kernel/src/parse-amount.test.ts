import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, parseNumber } from './parse-amount.ts';

describe('an amount of naira', () => {
  it.each([
    ['12500', 1_250_000],
    ['12,500.50', 1_250_050],
    ['12 500.5', 1_250_050],
    ['12\u00a0500,00', null],
    ['1\u202f250\u202f000', 125_000_000],
    ['₦12,500', 1_250_000],
    ['N12,500', 1_250_000],
    ['n 12500', 1_250_000],
    ['#500', 50_000],
    ['NGN 12,500.00', 1_250_000],
    ['12,500 naira', 1_250_000],
    [' 0 ', 0],
    ['-500', -50_000],
    ['−₦500', -50_000],
    ['₦-500', -50_000],
    ['(1,250.00)', -125_000],
    ['-0', 0],
  ])('%j is %j kobo', (typed, kobo) => {
    expect(parseAmount(typed)).toBe(kobo);
  });

  it.each([
    '1250,50',
    '12,5',
    '1,25',
    '12,50',
    ',500',
    '1,2500',
    '1,250,5',
    '1.250,50',
    '1,250 000',
    '1,,250',
    '12.505',
    '',
    '₦',
    'free',
    '1e5',
    '0x10',
    '12.3.4',
    '12.',
    '.5',
    '5%',
    '--5',
    '(-5)',
    '(5',
    '5-',
    'NNN5',
    '12k',
    '٥٠٠',
    '90071992547409.92',
    '9'.repeat(400),
  ])('%j is not one: it may mean another sum, or none', (typed) => {
    expect(parseAmount(typed)).toBeNull();
  });

  it('has its decimals behind a comma in a file that says so', () => {
    expect(['1250,50', '1.250,50', '1 250,5', '1250'].map((typed) => parseAmount(typed, ','))).toEqual([
      125_050, 125_050, 125_050, 125_000,
    ]);
    for (const typed of ['1,250.50', '12.5', '1250.50']) expect(parseAmount(typed, ',')).toBeNull();
  });

  it('is read back from every form in which it is written', () => {
    const forms = [
      (naira: number) => naira.toFixed(2),
      (naira: number) => naira.toLocaleString('en-NG', { minimumFractionDigits: 2 }),
      (naira: number) => naira.toLocaleString('en-NG', { style: 'currency', currency: 'NGN' }),
    ];
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (kobo) => {
        for (const form of forms) expect(parseAmount(form(kobo / 100))).toBe(kobo);
        expect(parseAmount((kobo / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }), ',')).toBe(kobo);
      }),
    );
  });
});

it('a number may have commas between groups of three, and nowhere else', () => {
  expect(['20', '1,000', '12.5', ' 7 '].map(parseNumber)).toEqual([20, 1000, 12.5, 7]);
  for (const typed of ['', '12,5', '1,00', '₦5', '-5', '1e3', 'x']) expect(parseNumber(typed), typed).toBeNaN();
});
