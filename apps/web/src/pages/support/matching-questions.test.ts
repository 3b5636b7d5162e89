import { expect, test } from 'vitest';
import { translator } from '../../shared/i18n/translator.ts';
import { matchingQuestions } from './matching-questions.ts';
import { type Question, questions } from './questions.ts';

const english = translator({});
const list: readonly Question[] = [
  { id: 'a', category: 'account', question: 'How do I leave?', answer: 'Write to Ọlámidé.' },
  { id: 'b', category: 'billing', question: 'Where is my RECEIPT?', answer: 'In your account.' },
];

function idsOf(words: string, category: 'all' | 'account' | 'billing' = 'all'): string[] {
  return matchingQuestions(list, { words, category }, english).map(({ id }) => id);
}

test('words are found in questions and in answers, whatever their case', () => {
  expect(idsOf('receipt')).toEqual(['b']);
  expect(idsOf('ACCOUNT')).toEqual(['b']);
  expect(idsOf('  write to ')).toEqual(['a']);
  expect(idsOf('router')).toEqual([]);
});

test('a name is found without its accents', () => {
  expect(idsOf('olamide')).toEqual(['a']);
});

test('an empty search finds everything of the category', () => {
  expect(idsOf('')).toEqual(['a', 'b']);
  expect(idsOf('', 'billing')).toEqual(['b']);
  expect(idsOf('write', 'billing')).toEqual([]);
});

test('what is searched is what the reader sees', () => {
  const hausa = translator({ 'Where is my RECEIPT?': 'Ina rasit ɗina?' });
  expect(matchingQuestions(list, { words: 'rasit', category: 'all' }, hausa).map(({ id }) => id)).toEqual(['b']);
});

test('every category has questions, and every question an anchor of its own', () => {
  expect(new Set(questions.map(({ category }) => category))).toEqual(new Set(['account', 'technical', 'billing']));
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
});
