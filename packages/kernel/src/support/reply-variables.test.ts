import { expect, test } from 'vitest';
import { fillReply, findMark, markOf, unknownVariables } from './reply-variables.ts';

const VALUES = {
  firstName: 'Ada',
  ticketNumber: 'T-000123',
  planName: null,
  paidUntil: null,
  amountDue: '₦15,000',
  agentName: 'Bola',
};

test('known values are filled in, and each unknown one is marked and named once', () => {
  const filled = fillReply('{firstName}, {ticketNumber}: {planName} costs {amountDue}. {planName}!', VALUES);
  expect(filled).toEqual({
    text: 'Ada, T-000123: [[planName]] costs ₦15,000. [[planName]]!',
    missing: ['planName'],
  });
});

test('a value that looks like a variable, and braces around other words, stay as they are', () => {
  expect(fillReply('{firstName} {{7*7}} {toString} $&', { ...VALUES, firstName: '{agentName} $1' })).toEqual({
    text: '{agentName} $1 {{7*7}} {toString} $&',
    missing: [],
  });
});

test('a mistyped variable is found before it is saved', () => {
  expect(unknownVariables('{firstName} {firstname} {planname} {firstname} { x }')).toEqual(['firstname', 'planname']);
});

test('the first mark that is left is found, and nothing that only looks like one', () => {
  const text = `[[note]] Your plan: ${markOf('planName')}, ${markOf('paidUntil')}`;
  expect(findMark(text)).toEqual({ name: 'planName', start: 20 });
  expect(findMark('See [[1]] and [planName]')).toBeNull();
});
