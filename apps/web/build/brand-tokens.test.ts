import { brand } from '@portal/brand';
import { brand as second } from '@portal/brand/second-brand';
import { expect, test } from 'vitest';
import { brandStyles, readDesignTokens } from './brand-tokens.ts';

test('the design’s colours are read in both themes; dark has from light what it does not change', () => {
  const { light, dark } = readDesignTokens();
  expect(light).toMatchObject({ paper: '#f5f2e9', primary: '#0e4433', 'on-glass': '#f3f2e8' });
  expect(dark).toMatchObject({ paper: '#0a120e', primary: '#a9ddc2', 'on-glass': '#f3f2e8' });
});

test('the brand that the design was drawn for changes nothing in it', () => {
  expect(brandStyles(brand)).toBe('');
});

test('another brand brings its colours, what follows from them, its corners and its font, in both themes', () => {
  const styles = brandStyles(second);
  for (const piece of [
    '--primary:#5A2B73',
    '--primary-hover:#',
    '--focus:#5A2B73',
    '--r-2:3px',
    '--r-3:4px',
    '--font-stack:Georgia',
  ])
    expect(styles).toContain(piece);
  expect(styles.match(/--primary:#E2C8F0/g)).toHaveLength(2);
  expect(styles).not.toContain('--ink');
});
