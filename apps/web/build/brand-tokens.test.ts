import { brand } from '@portal/brand';
import { brand as second } from '@portal/brand/second-brand';
import { expect, test } from 'vitest';
import { brandStyles, findBrandFaults, readDesignTokens } from './brand-tokens.ts';

test('the design’s colours are read in both themes; dark inherits from light what it does not change', () => {
  const { light, dark } = readDesignTokens();
  expect(light).toMatchObject({ paper: '#f5f2e9', primary: '#0e4433', 'on-glass': '#f3f2e8' });
  expect(dark).toMatchObject({ paper: '#0a120e', primary: '#a9ddc2', 'on-glass': '#f3f2e8' });
});

test('the brand that the design was made for changes nothing in it', () => {
  expect(brandStyles(brand)).toBe('');
});

test('another brand changes its colours and those derived from them, its corners and its font, in both themes', () => {
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

test('a brand with corners other than the design allows fails the build: controls up to 12, panels up to 20', () => {
  const withRadii = (control: number, panel: number) => findBrandFaults({ ...brand, radii: { control, panel } });
  for (const faults of [findBrandFaults(brand), findBrandFaults(second), withRadii(0, 0), withRadii(12, 20)])
    expect(faults).toEqual([]);
  expect(withRadii(13, 21)).toEqual(['radii.control is 13 px, not 0 to 12', 'radii.panel is 21 px, not 0 to 20']);
  expect(withRadii(-1, Number.NaN)).toHaveLength(2);
});

test('a brand whose colours have too little contrast fails the build', () => {
  const white = { light: '#FFFFFF', dark: '#FFFFFF' };
  expect(findBrandFaults({ ...brand, colours: { ...brand.colours, primary: white } })).not.toEqual([]);
});
