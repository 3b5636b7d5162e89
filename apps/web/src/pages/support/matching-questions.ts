import type { Translate } from '../../shared/i18n/translate.ts';
import type { Question, QuestionCategory } from './questions.ts';

export type QuestionFilter = { readonly words: string; readonly category: QuestionCategory | 'all' };

/**
 * The questions of a category whose question or answer, as the reader sees them, contains the
 * words. Case and accents are ignored (specification section 5).
 */
export function matchingQuestions(
  questions: readonly Question[],
  { words, category }: QuestionFilter,
  t: Translate,
): readonly Question[] {
  const wanted = folded(words.trim());
  return questions.filter(
    (entry) =>
      (category === 'all' || entry.category === category) &&
      (folded(t(entry.question)).includes(wanted) || folded(t(entry.answer)).includes(wanted)),
  );
}

/** Lower case without accents: what people type when they search. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
