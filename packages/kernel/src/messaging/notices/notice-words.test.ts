import { describe, expect, it, test } from 'vitest';
import { smsLength } from '../sms-parts.ts';
import { noticeTemplates } from './notice.ts';
import { noticeSamples, noticeVariables, requiredVariables, variableFault, wordedNotices } from './notice-words.ts';

describe('the words of a notice', () => {
  it.each(wordedNotices)(
    'of the kind %s are right as they are installed, and have a sample for each variable',
    (kind) => {
      const { title, text } = noticeTemplates[kind];
      expect([variableFault(kind, 'title', title), variableFault(kind, 'text', text)]).toEqual([null, null]);
      expect(noticeVariables(kind).filter((name) => !noticeSamples[name])).toEqual([]);
    },
  );

  it('name an unknown variable, a missing one, and a brace that is alone', () => {
    expect(requiredVariables('bill-due')).toEqual(['amount', 'plan', 'date']);
    const fault = (text: string) => variableFault('bill-due', 'text', text);
    expect(fault('{amount} for {plan} by {date}, {name}')).toContain('no {name}. It has {date}, {amount}, {plan}.');
    expect(fault('{amount} for {plan}')).toBe('{date} is missing: customers need it here.');
    expect(fault('{amount} for {plan} by {date')).toContain('A brace is alone');
    expect(fault('{amount} {} {plan} {date}')).toContain('no {}');
    expect(fault('{constructor} {amount} {plan} {date}')).toContain('no {constructor}');
    expect(variableFault('bill-due', 'title', 'Your bill')).toBeNull();
  });
});

test.each([
  ['a'.repeat(160), 'GSM', 160, 1],
  ['a'.repeat(161), 'GSM', 161, 2],
  ['a'.repeat(307), 'GSM', 307, 3],
  ['€'.repeat(80), 'GSM', 160, 1],
  [`₦${'a'.repeat(69)}`, 'Unicode', 70, 1],
  [`₦${'a'.repeat(70)}`, 'Unicode', 71, 2],
  ['ẹ', 'Unicode', 1, 1],
  ['😀', 'Unicode', 2, 1],
])('the text %j is sent in the alphabet %s with %i units in %i parts', (text, alphabet, length, parts) => {
  expect(smsLength(text)).toEqual({ alphabet, length, parts });
});
