import { languages } from '../../../shared/i18n/languages.ts';

/** The languages of a letter, each in its own words. */
export const letterLanguages = languages.map(({ code, nativeName }) => ({ value: code, label: nativeName }));
