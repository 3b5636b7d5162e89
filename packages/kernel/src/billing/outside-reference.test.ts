import { expect, it } from 'vitest';
import { outsideReferenceKey } from './outside-reference.ts';

it('the number of a slip is one, however it was typed or pasted', () => {
  const written = [
    'POS 00-123',
    'pos00-123',
    "'POS00-123",
    'POS\u00a000–123',
    '\u202aPOS00‑123\u202c',
    'ＰＯＳ００－１２３',
  ];
  expect(new Set(written.map(outsideReferenceKey))).toEqual(new Set(['POS00-123']));
  expect(outsideReferenceKey('POS00123')).not.toBe('POS00-123');
  expect([' ', "'", '\u200b'].map(outsideReferenceKey)).toEqual(['', '', '']);
});
