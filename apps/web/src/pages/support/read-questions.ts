import { readSections } from '../../shared/format/read-sections.ts';
import type { Question, QuestionCategory } from './questions.ts';

const CATEGORIES: readonly QuestionCategory[] = ['account', 'technical', 'billing'];

/** The questions that staff have published; without a group of ours one is about the account. */
export function readQuestions(text: string): Question[] {
  return readSections(text).map(({ id, group, title, paragraphs, points }) => ({
    id,
    category: CATEGORIES.find((category) => category === group) ?? 'account',
    question: title,
    answer: [...paragraphs, ...points].join(' '),
  }));
}
