import { expect, test } from 'vitest';
import { languageNote } from './language-note.ts';

test('says that a reply is in the customer’s language', () => {
  expect(languageNote({ language: 'ha', wanted: 'ha' })).toBe('In Hausa, the customer’s language.');
});

test('says that it is in English where nobody knows the customer', () => {
  expect(languageNote({ language: 'en', wanted: null })).toBe('In English: nobody has confirmed who the customer is.');
});

test('says why it is in English where the customer reads another language', () => {
  expect(languageNote({ language: 'en', wanted: 'yo' })).toBe(
    'The customer reads Yoruba. The saved reply has no text in it: this is the English one.',
  );
});
