import type { Brand } from './brand.ts';
import { contrast, type Hex, hslOf, hueDistance, luminance, withLightness } from './colour.ts';
import { deriveTokens, type Theme, type Tokens } from './derive-tokens.ts';

/**
 * The pairs of foreground and background, and their minimum contrast (WCAG 2.2: text 4.5, graphics
 * 3; live figures more).
 */
const PAIRS: readonly { readonly over: string; readonly under: readonly string[]; readonly needed: number }[] = [
  { over: 'on-primary', under: ['primary', 'primary-hover', 'primary-press'], needed: 4.5 },
  { over: 'primary', under: ['paper', 'sheet', 'primary-tint'], needed: 4.5 },
  { over: 'accent', under: ['paper', 'sheet', 'accent-tint'], needed: 4.5 },
  { over: 'on-glass', under: ['glass', 'glass-2'], needed: 4.5 },
  { over: 'on-glass-2', under: ['glass', 'glass-2'], needed: 4.5 },
  { over: 'signal', under: ['glass', 'glass-2', 'sheath'], needed: 7 },
  { over: 'strand', under: ['glass', 'glass-2'], needed: 3 },
  { over: 'ink', under: ['paper'], needed: 4.5 },
  { over: 'ink-2', under: ['paper', 'primary-tint'], needed: 4.5 },
  { over: 'ink-3', under: ['paper', 'primary-tint'], needed: 4.5 },
  { over: 'focus', under: ['paper', 'sheet'], needed: 3 },
];

const GLASS_LUMINANCE = 0.03;
const PAPER_LUMINANCE = { light: 0.86, dark: 0.02 };
const LEVELS = ['level-high', 'level-critical'];
const LEVEL_HUE_DEGREES = 30;
const LEVEL_LIGHTNESS = 0.25;
const STEP = 0.02;

type Palette = Brand['colours'];
export type FixedTokens = Readonly<Record<Theme, Tokens>>;

/**
 * The faults of a brand's colours, too little contrast or too close to a warning: one sentence for
 * each, naming the pair and, where another lightness of one of its colours is enough, that colour.
 * Empty when there are none.
 */
export function findFaintPairs(colours: Palette, fixed: FixedTokens): string[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const cures = new Map<Input, string | null>();
    const cureBy = (input: Input): string | null => {
      const known = cures.get(input);
      if (known !== undefined) return known;
      const found = findCure(colours, theme, fixed, input);
      cures.set(input, found);
      return found;
    };
    return faultsOf(colours, theme, fixed).map(({ says, inputs }) => {
      const cure = inputs.map(cureBy).find((found) => found !== null);
      return `${theme}: ${says}${cure ? `; ${cure} would do` : ''}`;
    });
  });
}

/** `inputs`: the brand's own colours that could be changed. */
type Fault = { readonly says: string; readonly inputs: readonly Input[] };
type Input = 'primary' | 'accent' | 'glass' | 'signal';

function faultsOf(colours: Palette, theme: Theme, fixed: FixedTokens): Fault[] {
  const tokens: Tokens = { ...fixed[theme], ...deriveTokens(colours, theme, fixed[theme]) };
  const pairs = PAIRS.flatMap(({ over, under, needed }) =>
    under.flatMap((below) => {
      const ratio = contrast(tokenIn(tokens, over), tokenIn(tokens, below));
      if (ratio >= needed) return [];
      const inputs = [...new Set([over, below].flatMap(inputsOf))];
      return [{ says: `${over} on ${below} has contrast ${ratio.toFixed(2)} and needs ${needed}`, inputs }];
    }),
  );
  return [...pairs, ...surfaceFaults(tokens, theme), ...levelFaults(tokens)];
}

function surfaceFaults(tokens: Tokens, theme: Theme): Fault[] {
  const [glass, paper] = [luminance(tokenIn(tokens, 'glass')), luminance(tokenIn(tokens, 'paper'))];
  const faults: Fault[] = [];
  if (glass > GLASS_LUMINANCE) {
    faults.push({ says: `glass has luminance ${glass.toFixed(3)}, at most ${GLASS_LUMINANCE}`, inputs: ['glass'] });
  }
  if (theme === 'light' ? paper < PAPER_LUMINANCE.light : paper > PAPER_LUMINANCE.dark) {
    const bound = theme === 'light' ? `at least ${PAPER_LUMINANCE.light}` : `at most ${PAPER_LUMINANCE.dark}`;
    faults.push({ says: `paper has luminance ${paper.toFixed(3)}, ${bound}`, inputs: [] });
  }
  return faults;
}

/** A nearly full meter must always look different from others. */
function levelFaults(tokens: Tokens): Fault[] {
  const signal = tokenIn(tokens, 'signal');
  return LEVELS.filter((level) => {
    const colour = tokenIn(tokens, level);
    if (hueDistance(signal, colour) >= LEVEL_HUE_DEGREES) return false;
    return hslOf(signal).lightness < hslOf(colour).lightness + LEVEL_LIGHTNESS;
  }).map((level) => ({
    says: `signal looks like ${level}: choose another hue or a lighter colour`,
    inputs: ['signal'],
  }));
}

function inputsOf(token: string): Input[] {
  if (token.startsWith('on-glass') || token.startsWith('glass') || token === 'strand') return ['glass'];
  if (token === 'signal') return ['signal'];
  if (token.startsWith('accent')) return ['accent'];
  return token.startsWith('primary') || token === 'on-primary' ? ['primary'] : [];
}

/**
 * The nearest lightness of one of the brand's colours, in steps of 2 %, hue unchanged, with which
 * the whole theme has no fault; null when there is none.
 */
function findCure(colours: Palette, theme: Theme, fixed: FixedTokens, input: Input): string | null {
  const present = input === 'signal' ? colours.signal : colours[input][theme];
  const { lightness } = hslOf(present);
  for (let away = STEP; away <= 1; away += STEP) {
    for (const target of [lightness - away, lightness + away]) {
      if (target < 0 || target > 1) continue;
      const colour = withLightness(present, target);
      if (faultsOf(withInput(colours, theme, input, colour), theme, fixed).length === 0) return `${input} ${colour}`;
    }
  }
  return null;
}

function withInput(colours: Palette, theme: Theme, input: Input, colour: Hex): Palette {
  return { ...colours, [input]: input === 'signal' ? colour : { ...colours[input], [theme]: colour } };
}

function tokenIn(tokens: Tokens, name: string): Hex {
  const colour = tokens[name];
  if (!colour) throw new Error(`no colour is called ${name}`);
  return colour;
}
