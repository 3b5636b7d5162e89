import { describe, expect, it } from 'vitest';
import { readNumbers, readSearch } from './search.policy.ts';

describe('a search text', () => {
  it.each(['0803 123 4567', '+234 803 123 4567', '2348031234567', '8031234567', '(0803) 123-4567'])(
    'may be a phone number in any spelling: %s',
    (typed) => {
      expect(readSearch(typed)?.phone).toBe('+2348031234567');
    },
  );

  it.each([
    ['T-000123', 123],
    ['t123', 123],
    ['000123', 123],
    ['12', 12],
    ['T-99999999999', null],
    ['0803123', null],
    ['Tunde', null],
  ])('may be a ticket number: %s', (typed, number) => {
    expect(readSearch(typed)?.ticketNumber).toBe(number);
  });

  it('may be an account number, read out in groups or not, but not with a wrong digit', () => {
    expect(readSearch('1234 567 897')?.accountNumber).toBe('1234567897');
    expect(readSearch('1234567897')?.accountNumber).toBe('1234567897');
    expect(readSearch('1234567898')?.accountNumber).toBeNull();
  });

  it('may be a payment reference, in any case', () => {
    expect(readSearch(' p7k2m9q4x1z8b3n ')?.paymentReference).toBe('P7K2M9Q4X1Z8B3N');
    expect(readSearch('P7K2M9Q4X1Z8B3')?.paymentReference).toBeNull();
  });

  it.each([
    ['inv 2026 123', 'INV-2026-000123'],
    ['OPN-000017', 'OPN-000017'],
    ['opn 1234567', 'OPN-1234567'],
    ['opn 2026 17', null],
  ])('may be the number of a document: %s', (typed, number) => {
    expect(readNumbers(typed).documentNumber).toBe(number);
  });

  it('is matched literally, wildcards included', () => {
    expect(readSearch('100%_\\')?.beginning).toBe('100\\%\\_\\\\');
    expect(readSearch('Amina  Bello Ade')?.names).toEqual([
      { first: 'Amina', last: 'Bello Ade' },
      { first: 'Amina Bello', last: 'Ade' },
    ]);
  });

  it.each(['', 'a', ' \u0000 x', '\ud800abc'])('finds nothing when it is too short or empty: %j', (typed) => {
    expect(readSearch(typed)).toBeNull();
  });
});
