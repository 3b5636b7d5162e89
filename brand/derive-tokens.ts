import type { Brand, DerivedToken } from './brand.ts';
import { contrast, type Hex, mix } from './colour.ts';

export type Theme = 'light' | 'dark';

/** Colours by the name of their token, without the dashes. */
export type Tokens = Readonly<Record<string, Hex>>;

const BLACK = '#000000';
const WHITE = '#FFFFFF';
/** The text colour on the primary colour: whichever of the two has more contrast. */
const ON_PRIMARY = ['#FBFAF3', '#06150E'] as const;

/**
 * Every colour token that a brand determines, for one theme; `fixed` are those that are the same
 * for all brands. Manually tuned colours replace the computed ones.
 */
export function deriveTokens(colours: Brand['colours'], theme: Theme, fixed: Tokens): Tokens {
  const primary = colours.primary[theme];
  const accent = colours.accent[theme];
  const glass = colours.glass[theme];
  const paper = colours.paper?.[theme] ?? need(fixed, 'paper');
  const sheet = need(fixed, 'sheet');
  const onGlass = need(fixed, 'on-glass');
  const [light, dark] = ON_PRIMARY;
  const glassLine = mix(onGlass, glass, 0.18);
  const derived: Record<DerivedToken, Hex> = {
    'primary-hover': mix(theme === 'light' ? BLACK : WHITE, primary, 0.2),
    'primary-press': mix(BLACK, primary, 0.4),
    'primary-tint': mix(primary, sheet, 0.12),
    'on-primary': contrast(light, primary) >= contrast(dark, primary) ? light : dark,
    'glass-2': mix(onGlass, glass, 0.06),
    'glass-line': glassLine,
    'glass-border': theme === 'light' ? glass : glassLine,
    'on-glass-2': mix(onGlass, glass, 0.68),
    strand: mix(onGlass, glass, 0.42),
    'accent-tint': mix(accent, sheet, 0.12),
  };
  return {
    paper,
    primary,
    accent,
    glass,
    signal: colours.signal,
    focus: theme === 'light' ? primary : colours.signal,
    'chart-1': primary,
    'chart-2': accent,
    ...derived,
    ...Object.fromEntries(Object.entries(colours.tuned ?? {}).map(([token, themed]) => [token, themed[theme]])),
  };
}

function need(tokens: Tokens, name: string): Hex {
  const colour = tokens[name];
  if (!colour) throw new Error(`no colour is called ${name}`);
  return colour;
}
