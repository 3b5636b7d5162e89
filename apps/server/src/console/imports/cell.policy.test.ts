import { expect, it } from 'vitest';
import { parseAmount, RowFault, readCell, readMobile, readMoment } from './cell.policy.ts';

it.each([
  ['12500', 1_250_000],
  ['12,500.50', 1_250_050],
  ['₦12,500', 1_250_000],
  ['NGN 12500.5', 1_250_050],
  ['-20', -2000],
  ['-0', 0],
  ['1.005', null],
  ['1.234,56', null],
  ['12,50', null],
  ['100000000', null],
  ['twelve', null],
  ['', null],
])('the amount %s is %s kobo', (text, kobo) => {
  expect(parseAmount(text)).toBe(kobo);
});

it.each([
  ['2026-11-30', '2026-11-30T22:59:59.000Z'],
  ['30/11/2026', '2026-11-30T22:59:59.000Z'],
  ['30.11.2026 09:30', '2026-11-30T08:30:00.000Z'],
  ['2026-11-30 09:30:15', '2026-11-30T08:30:15.000Z'],
  ['2026-11-30T09:30:00Z', '2026-11-30T09:30:00.000Z'],
  ['2026-11-30T09:30:00+05:30', '2026-11-30T04:00:00.000Z'],
  ['2024-02-29', '2024-02-29T22:59:59.000Z'],
])('paid until %s is %s', (text, at) => {
  expect(readMoment(text, 'The date', 'end')?.toISOString()).toBe(at);
});

it.each(['2026-02-29', '31/04/2026', '11/30/2026', '2026-11-30 24:00', '30 November', '0000-00-00', '1970-01-01'])(
  '%s is no date',
  (text) => {
    expect(() => readMoment(text, 'The date', 'end')).toThrow(RowFault);
  },
);

it('a mobile number is found in any spelling, also without the zero that a spreadsheet took', () => {
  expect(['0803 123 4567', '8031234567', '+2348031234567', '234 803 123 4567'].map(readMobile)).toEqual(
    Array(4).fill('+2348031234567'),
  );
  expect([readMobile(''), readMobile('0')]).toEqual([null, null]);
  expect(() => readMobile('+44 7911 123456')).toThrow(RowFault);
});

it('what was made harmless for spreadsheets is read as it was', () => {
  expect(["'=1+1", "'+234", "'tis", ' Ada '].map((cell) => readCell(cell, 'The cell'))).toEqual([
    '=1+1',
    '+234',
    "'tis",
    'Ada',
  ]);
});
