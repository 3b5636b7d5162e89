import { expect, it } from 'vitest';
import { RowFault, readAmount, readCell, readMobile, readMoment, readNumberId } from './cell.policy.ts';

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

it.each([
  '2026-02-29',
  '31/04/2026',
  '11/30/2026',
  '2026-11-30 24:00',
  '30 November',
  '0000-00-00',
  '1970-01-01',
  '12345',
])('%s is no date', (text) => {
  expect(() => readMoment(text, 'The date', 'end')).toThrow(RowFault);
});

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

it.each([
  ["'08031234572", '08031234572'],
  ['="08031234572"', '08031234572'],
  [' ="say ""hi"" to her" ', 'say "hi" to her'],
  ['0803\u00a0123\u202f4572', '0803 123 4572'],
  ['\u202a+2348031234572\u202c', '+2348031234572'],
  ['\ufeffAda\u00a0', 'Ada'],
  ["'Yar’adua", "'Yar’adua"],
  ["Sa'adatu", "Sa'adatu"],
  ['\u00a0', null],
])('the cell %j of a spreadsheet is %j', (cell, text) => {
  expect(readCell(cell, 'The cell')).toBe(text);
});

it.each([
  ["'A-17", 'A-17'],
  ['1042.0', '1042'],
  ['08031234572.00', '08031234572'],
  ['8031234572,0', '8031234572'],
  ['2.348031234572E+12', '2348031234572'],
  ['10.5', '10.5'],
  ['4E5', '4E5'],
  ['PPP.0', 'PPP.0'],
])('the number %s of a spreadsheet is %s', (cell, text) => {
  expect(readNumberId(cell, 'The id')).toBe(text);
});

it('a number that has lost digits in a spreadsheet is not guessed', () => {
  for (const cell of ['8.03123E+09', '2.35E+12', '8,03E+09', '1e+10'])
    expect(() => readNumberId(cell, 'The mobile number'), cell).toThrow(/lost digits/);
});

it('an amount that is more than the portal can book is rejected', () => {
  expect(readAmount('9,999,999,999,999.99')).toBe(999_999_999_999_999);
  expect(() => readAmount('10,000,000,000,000')).toThrow(RowFault);
});
