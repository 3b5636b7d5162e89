import { expect, it } from 'vitest';
import { isTaxId } from './tax-id.ts';

it.each([
  ['12345678-0001', 'of the tax authority'],
  ['1234567890', 'of the Joint Tax Board'],
  ['2026123456789', 'the Tax ID of 2026'],
  ['TXID1234ABCD001', 'in a notice of the authority'],
  ['RC123', 'as short as the authority takes'],
  ['12345678901234567890', 'as long as it takes'],
])('%s can be a TIN: %s', (text) => {
  expect(isTaxId(text)).toBe(true);
});

it.each([
  ['', 'nothing'],
  ['1234', 'too short'],
  ['123456789012345678901', 'too long'],
  ['12345678 0001', 'with a space'],
  ['12345678-', 'which ends with a hyphen'],
  ['12345678/0001', 'with a slash'],
  ['１２３４５６７８-0001', 'with digits that only look alike'],
  ['none yet!', 'a remark'],
])('“%s” is none: %s', (text) => {
  expect(isTaxId(text)).toBe(false);
});
