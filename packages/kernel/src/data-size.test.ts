import { expect, it } from 'vitest';
import { describeAllowance } from './data-size.ts';

it('shows allowances of 1024 GB and more as TB', () => {
  expect(describeAllowance(500)).toBe('500 GB');
  expect(describeAllowance(1023)).toBe('1023 GB');
  expect(describeAllowance(1024)).toBe('1 TB');
  expect(describeAllowance(1536)).toBe('1.5 TB');
  expect(describeAllowance(null)).toBe('Unlimited');
});
