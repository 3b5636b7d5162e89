import { expect, test } from 'vitest';
import { fromLagosInput, toLagosInput } from './lagos-input.ts';

test('a field shows and takes the time of Lagos', () => {
  const at = new Date('2026-07-03T23:30:00Z');
  expect(toLagosInput(at)).toBe('2026-07-04T00:30');
  expect(new Date(fromLagosInput('2026-07-04T00:30') ?? '')).toEqual(at);
  expect(new Date(fromLagosInput('2026-07-04T00:30:15') ?? '')).toEqual(new Date('2026-07-03T23:30:15Z'));
  expect(fromLagosInput('')).toBeNull();
});
