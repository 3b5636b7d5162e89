import { expect, test } from 'vitest';
import { readSections, writeSections } from './read-sections.ts';

test('headings, paragraphs and lists are read, and lines of a paragraph belong together', () => {
  expect(
    readSections('lost\n# Billing\n## How do I pay?\nBy card,\nor in cash.\n\nAt once.\n- one\n- two\n\n## Else\r\nNo'),
  ).toEqual([
    {
      id: 'how-do-i-pay-1',
      group: 'billing',
      title: 'How do I pay?',
      paragraphs: ['By card, or in cash.', 'At once.'],
      points: ['one', 'two'],
    },
    { id: 'else-2', group: 'billing', title: 'Else', paragraphs: ['No'], points: [] },
  ]);
});

test('what looks like HTML or a link is text like any other', () => {
  const odd = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script>';
  const [section] = readSections(`## ${odd}\n${odd}\n- ${odd}`);
  expect(section).toMatchObject({ title: odd, paragraphs: [odd], points: [odd] });
  expect(section?.id).toMatch(/^[a-z0-9-]+$/);
});

test('a text that was written from sections reads as the same ones', () => {
  const sections = [
    { group: 'account', title: 'One', paragraphs: ['First.', 'Second.'], points: ['a', 'b'] },
    { group: 'account', title: 'Two', paragraphs: ['Third.'], points: [] },
    { group: 'billing', title: 'Three', paragraphs: [], points: ['c'] },
  ];
  expect(readSections(writeSections(sections)).map(({ id: _id, ...section }) => section)).toEqual(sections);
});
