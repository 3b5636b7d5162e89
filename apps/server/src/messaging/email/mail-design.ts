import { brand } from '@portal/brand';
import { deriveTokens, type Theme, type Tokens } from '@portal/brand/derive-tokens';

/** Colours of the design that mails need, as in tokens.css of the web app. */
export const FIXED = {
  light: {
    paper: '#F5F2E9',
    sheet: '#FDFCF8',
    line: '#DAD5C6',
    ink: '#0C1611',
    'ink-2': '#3D4943',
    'on-glass': '#F3F2E8',
  },
  dark: {
    paper: '#0A120E',
    sheet: '#111C17',
    line: '#24342C',
    ink: '#EFF1E8',
    'ink-2': '#B9C4BC',
    'on-glass': '#F3F2E8',
  },
} as const satisfies Record<Theme, Tokens>;

function coloursOf(theme: Theme) {
  const { sheet, line, ink, 'ink-2': muted } = FIXED[theme];
  const derived = deriveTokens(brand.colours, theme, FIXED[theme]);
  return { sheet, line, ink, muted, paper: derived.paper, primary: derived.primary, onPrimary: derived['on-primary'] };
}

/** Mail programs do not support variables: the colours are inlined, and overridden in dark mode. */
export const LIGHT = coloursOf('light');
const DARK = coloursOf('dark');

/** Safe inside a double-quoted attribute. */
export const FONT = brand.fontStack.replaceAll('"', "'");

export const DARK_STYLES = [
  `.paper{background-color:${DARK.paper}!important}`,
  `.sheet{background-color:${DARK.sheet}!important;border-color:${DARK.line}!important}`,
  `.line{border-color:${DARK.line}!important}`,
  `.ink{color:${DARK.ink}!important}`,
  `.muted{color:${DARK.muted}!important}`,
  `.link{color:${DARK.primary}!important}`,
  `.button{background-color:${DARK.primary}!important}`,
  `.on-button{color:${DARK.onPrimary}!important}`,
].join('');
