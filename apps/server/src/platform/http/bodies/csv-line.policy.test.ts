import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from './csv-line.policy.ts';

/** The only cell of a line, as a spreadsheet reads it. */
function readCell(line: string): string {
  const written = line.slice(0, -2);
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

const signs = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠');
const unseen = fc.string({
  unit: fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\0'),
});
const digitsAlone = /^\d+(\.\d+)?$/;

it('a value that begins like a formula, full-width or after blanks, stays text', () => {
  fc.assert(
    fc.property(unseen, signs, fc.string({ unit: 'binary' }), (blanks, sign, rest) => {
      fc.pre(!digitsAlone.test(rest));
      const cell = blanks + sign + rest;
      expect(readCell(csvLine([cell]))).toBe(`'${cell}`);
    }),
  );
});

it('a tab or a line break at the beginning does not start a formula either', () => {
  for (const cell of ['\tname', '\rname', '\nname']) expect(readCell(csvLine([cell]))).toBe(`'${cell}`);
});

it('names, addresses and amounts stay as they are', () => {
  const plain = [
    'Ọlámidé',
    'ola@example.com',
    '12 Marina, Lagos',
    '  two blanks',
    '-2500.00',
    '-7',
    '25000',
    'a＝b',
    '',
  ];
  for (const cell of plain) expect(readCell(csvLine([cell]))).toBe(cell);
});

it('an amount in another notation is text', () => {
  for (const cell of ['－2500', '-2500=1', ' -2500', '+2500', '-2500\n']) {
    expect(readCell(csvLine([cell]))).toBe(`'${cell}`);
  }
});
