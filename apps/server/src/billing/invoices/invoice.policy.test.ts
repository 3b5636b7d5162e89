import { describe, expect, it } from 'vitest';
import { documentNumber } from './invoice.policy.ts';

describe('a document number', () => {
  it('names year and sequence with at least six digits', () => {
    expect(documentNumber('RCT', 2026, 1)).toBe('RCT-2026-000001');
    expect(documentNumber('RCT', 2026, 1_234_567)).toBe('RCT-2026-1234567');
  });
});
