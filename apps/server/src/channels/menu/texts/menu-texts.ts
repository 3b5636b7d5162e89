import type { LanguageCode } from '@portal/contract/messaging/notices';
import { english, type MenuTexts } from './menu-texts.en.ts';
import { hausa } from './menu-texts.ha.ts';
import { igbo } from './menu-texts.ig.ts';
import { yoruba } from './menu-texts.yo.ts';

/**
 * The menu has texts of its own in each language: those of the pages are too long for a screen of 182
 * places, and lose their meaning when the letters that phones lack are only left out.
 */
export const menuTexts: Readonly<Record<LanguageCode, MenuTexts>> = {
  en: english,
  yo: yoruba,
  ha: hausa,
  ig: igbo,
};

/** The languages in the order of the menu, each by its own name. */
export const menuLanguages = [
  { language: 'en', name: 'English' },
  { language: 'yo', name: 'Yoruba' },
  { language: 'ha', name: 'Hausa' },
  { language: 'ig', name: 'Igbo' },
] as const satisfies readonly { readonly language: LanguageCode; readonly name: string }[];
