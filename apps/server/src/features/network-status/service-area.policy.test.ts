import { describe, expect, it } from 'vitest';
import { liesWithin } from './service-area.policy.ts';

describe('an area', () => {
  it.each([
    ['Garki, Abuja', 'Garki, Abuja', true],
    ['Garki, Abuja', 'abuja', true],
    ['Garki, Abuja', 'All areas', true],
    ['Abuja', 'Garki, Abuja', false],
    ['New Abuja', 'Abuja', false],
    ['Garki', 'Abuja', false],
  ])('%s lies within %s: %s', (area, wider, within) => {
    expect(liesWithin(area, wider)).toBe(within);
  });
});
