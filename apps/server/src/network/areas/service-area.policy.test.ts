import { describe, expect, it } from 'vitest';
import { liesWithin, mayConcern } from './service-area.policy.ts';

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

describe('something in an area', () => {
  it.each([
    ['Garki, Abuja', 'Abuja', true],
    ['Abuja', 'Garki, Abuja', true],
    ['Garki, Abuja', 'Wuse, Abuja', false],
    ['Abuja', 'Lagos', false],
  ])('may affect a line in %s when it is in %s: %s', (line, area, may) => {
    expect(mayConcern(line, area)).toBe(may);
  });
});
