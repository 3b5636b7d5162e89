import { foldName } from '@portal/kernel/fold-name';
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
  const wanted = foldName(words);
  return questions.filter(
    (entry) =>
      (category === 'all' || entry.category === category) &&
      (foldName(t(entry.question)).includes(wanted) || foldName(t(entry.answer)).includes(wanted)),
  );
}
