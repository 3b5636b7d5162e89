import type { FilledReply } from '@portal/contract/support/saved-replies';
import { languages } from '../../../../shared/i18n/languages.ts';

const nameOf = (code: string) => languages.find((language) => language.code === code)?.name ?? code;

/** In which language a filled-in reply is, and why where it is not the customer's. */
export function languageNote({ language, wanted }: Pick<FilledReply, 'language' | 'wanted'>): string {
  if (wanted === null) return 'In English: nobody has confirmed who the customer is.';
  if (language === wanted) return `In ${nameOf(language)}, the customer’s language.`;
  return `The customer reads ${nameOf(wanted)}. The saved reply has no text in it: this is the English one.`;
}
