import sent from './sent-by-server.json' with { type: 'json' };
import type { Dictionary, Translate } from './translate.ts';
import { translator } from './translator.ts';

/** For readers of a language other than English; nobody else downloads it. */
export function makeTranslator(dictionary: Dictionary): Translate {
  return translator(dictionary, sent);
}
