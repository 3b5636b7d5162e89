import { brand } from '@portal/brand';
import { contrast, hslOf, hueDistance, luminance, mix, withLightness } from '@portal/brand/colour';
import { findFaintPairs } from '@portal/brand/contrast-guard';
import { deriveTokens } from '@portal/brand/derive-tokens';
import { brand as second } from '@portal/brand/second-brand';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDesignTokens } from './brand-tokens.ts';

const design = readDesignTokens();
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const themed = fc.record({ light: colour, dark: colour });
const palette = fc.record({ primary: themed, accent: themed, glass: themed, signal: colour });

describe('colours', () => {
  it('are measured as WCAG 2.2 measures them', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#0E4433', '#F5F2E9')).toBeCloseTo(9.9, 1);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
    expect(() => luminance('green')).toThrow('not a colour: green');
  });

  it('have the same contrast whichever is on top, from 1 to 21', () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const ratio = contrast(one, other);
        expect(ratio).toBe(contrast(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
      }),
    );
  });

  it('that are mixed lie between the two, and keep their hue when the lightness changes', () => {
    expect(mix('#000000', '#ffffff', 0.25)).toBe('#bfbfbf');
    expect(withLightness('#0E4433', hslOf('#0E4433').lightness)).toBe('#0e4433');
    fc.assert(
      fc.property(colour, fc.double({ min: 0.2, max: 0.8, noNaN: true }), (any, lightness) => {
        fc.pre(hslOf(any).saturation > 0.3);
        const moved = withLightness(any, lightness);
        expect(hueDistance(moved, any)).toBeLessThan(3);
        expect(hslOf(moved).lightness).toBeCloseTo(lightness, 1);
      }),
    );
  });
});

describe('the contrast guard', () => {
  it('accepts both brands, the first also without the colours tuned by eye', () => {
    expect(findFaintPairs(brand.colours, design)).toEqual([]);
    expect(findFaintPairs({ ...brand.colours, tuned: {} }, design)).toEqual([]);
    expect(findFaintPairs(second.colours, design)).toEqual([]);
  });

  it('names the pair with too little contrast, the theme, and the nearest lightness that has enough', () => {
    const pale = { ...second.colours, primary: { ...second.colours.primary, light: '#A071B8' } };
    const first = findFaintPairs(pale, design).find((line) => line.includes('primary on paper'));
    expect(first).toMatch(
      /^light: primary on paper has contrast [23]\.\d\d and needs 4\.5; primary #[0-9a-f]{6} would do$/,
    );
    const cure = /primary (#\w{6})/.exec(first ?? '')?.[1] ?? '';
    expect(findFaintPairs({ ...pale, primary: { ...pale.primary, light: cure } }, design)).toEqual([]);
    expect(hueDistance(cure, '#A071B8')).toBeLessThan(3);
  });

  it('refuses a slab that is not dark, a page that is not light, and a signal that looks like a warning', () => {
    const faults = (changes: object) => findFaintPairs({ ...brand.colours, tuned: {}, ...changes }, design).join('\n');
    expect(faults({ glass: { light: '#3A5A4C', dark: '#060C09' } })).toContain('light: glass has luminance');
    expect(faults({ paper: { light: '#C8C8C8', dark: '#0A120E' } })).toContain('light: paper has luminance');
    expect(faults({ signal: '#FFB845' })).toContain('signal looks like level-high');
    expect(faults({ signal: '#FFF3D6' })).not.toContain('looks like');
  });

  it('finds a tuned colour that no longer fits', () => {
    const tuned = { ...brand.colours.tuned, strand: { light: '#1A2A22', dark: '#526F62' } };
    expect(findFaintPairs({ ...brand.colours, tuned }, design)[0]).toMatch(/^light: strand on glass has contrast/);
  });

  it('reports nothing only where the primary colour, the accent and the signal have enough contrast, whatever the colours', () => {
    fc.assert(
      fc.property(palette, (colours) => {
        const said = findFaintPairs(colours, design).filter((line) => line.startsWith('light'));
        const tokens = deriveTokens(colours, 'light', design.light);
        const of = (name: string) => tokens[name] ?? design.light[name] ?? '';
        for (const [over, under, needed] of [
          ['on-primary', 'primary-press', 4.5],
          ['primary', 'paper', 4.5],
          ['accent', 'accent-tint', 4.5],
          ['signal', 'glass-2', 7],
        ] as const) {
          const named = said.some((line) => line.startsWith(`light: ${over} on ${under} has`));
          expect(named).toBe(contrast(of(over), of(under)) < needed);
        }
      }),
      { numRuns: 25 },
    );
  });
});
