import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Brand } from '@portal/brand';
import { findFaintPairs } from '@portal/brand/contrast-guard';
import { deriveTokens, type Theme, type Tokens } from '@portal/brand/derive-tokens';

const TOKENS = resolve(import.meta.dirname, '../src/app/styles/tokens.css');

/**
 * The design's colours by theme, from src/app/styles/tokens.css; dark inherits from light what it
 * does not change.
 */
export function readDesignTokens(): Readonly<Record<Theme, Tokens>> {
  const css = readFileSync(TOKENS, 'utf8');
  const [light, dark] = [coloursIn(css, ':root {'), coloursIn(css, '[data-theme="dark"] {')];
  return { light, dark: { ...light, ...dark } };
}

function coloursIn(css: string, opening: string): Tokens {
  const start = css.indexOf(opening);
  if (start === -1) throw new Error(`tokens.css has no ${opening}`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

/** Pixels that the design leaves a brand (design section 9). */
const MOST = { control: 12, panel: 20 } as const;

/**
 * Why a brand cannot be built, a line each: pairs of colours that cannot be read, corners that are
 * too round. Empty when it can.
 */
export function findBrandFaults({ colours, radii }: Pick<Brand, 'colours' | 'radii'>): string[] {
  const round = (['control', 'panel'] as const)
    .filter((part) => !(radii[part] >= 0 && radii[part] <= MOST[part]))
    .map((part) => `radii.${part} is ${radii[part]} px, not 0 to ${MOST[part]}`);
  return [...findFaintPairs(colours, readDesignTokens()), ...round];
}

/**
 * The style sheet that overrides the design's tokens with the brand's: only what differs, so that
 * it is empty for the brand that the design was made for.
 */
export function brandStyles(brand: Brand, design = readDesignTokens()): string {
  const { control, panel } = brand.radii;
  const shape = [
    ...(control === 8 ? [] : [`--r-2:${control}px`]),
    ...(panel === 14 ? [] : [`--r-3:${panel}px`]),
    ...(brand.fontStack.startsWith('"Overpass"') ? [] : [`--font-stack:${brand.fontStack}`]),
  ];
  const light = [...shape, ...changed(brand, 'light', design.light)].join(';');
  const dark = changed(brand, 'dark', design.dark).join(';');
  if (light === '' && dark === '') return '';
  return `@layer theme{:root{${light}}[data-theme="dark"]{${dark}}@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}}`;
}

function changed(brand: Brand, theme: Theme, design: Tokens): string[] {
  return Object.entries(deriveTokens(brand.colours, theme, design))
    .filter(([name, colour]) => design[name]?.toLowerCase() !== colour.toLowerCase())
    .map(([name, colour]) => `--${name}:${colour}`);
}
