import type * as z from 'zod/mini';
import { useAtMost } from './fields.ts';

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

/**
 * The message for an invalid value whose schema has no message of its own. Pass it to every check
 * whose messages people read: `schema.safeParse(input, { error: validationMessage })`. The messages
 * are English; pages translate them like every message of the server.
 */
export function validationMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue.input) ? 'This is required' : wrongType(issue.expected);
    case 'invalid_value':
      return choose(issue.values);
    case 'invalid_union':
      return noneOf(issue.errors, issue.input);
    case 'invalid_format':
      return wrongFormat(issue.format);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return leaveOut(issue.keys.join(', '));
    default:
      return 'This is not valid';
  }
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

function wrongType(expected: string): string {
  switch (expected) {
    case 'string':
      return 'This must be text';
    case 'number':
      return 'This must be a number';
    case 'int':
      return 'This must be a whole number';
    case 'boolean':
      return 'This must be true or false';
    case 'array':
      return 'This must be a list';
    case 'object':
    case 'record':
      return 'This must be a set of named values';
    default:
      return 'This is not valid';
  }
}

function leaveOut(names: string): string {
  return `Leave out what is not asked for: ${names}`;
}

function choose(values: readonly unknown[]): string {
  const choices = values.map(String).join(', ');
  return values.length === 1 ? `This can only be ${choices}` : `Choose one of: ${choices}`;
}

/**
 * A value that matches none of several schemas: all their choices where each is one, else the
 * message of the first of them.
 */
function noneOf(alternatives: readonly (readonly Issue[])[], input: unknown): string {
  const issues = alternatives.flatMap(([first]) => first ?? []);
  const choices = issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  if (choices.length > 0 && issues.every(({ code, path }) => code === 'invalid_value' && path.length === 0)) {
    return choose(choices);
  }
  return isMissing(input) ? 'This is required' : (issues[0]?.message ?? 'This is not valid');
}

function wrongFormat(format: string): string {
  switch (format) {
    case 'email':
      return 'Invalid email address';
    case 'url':
      return 'Give a web address like https://example.com';
    case 'date':
      return 'Give a date like 2026-11-24';
    case 'time':
      return 'Give a time like 15:04:05';
    case 'datetime':
      return 'Give a date and time like 2026-11-24T15:04:05Z';
    case 'uuid':
      return 'This is not a valid identifier';
    default:
      return 'This is not in the expected form';
  }
}

type TooSmall = Pick<z.core.$ZodIssueTooSmall, 'origin' | 'minimum' | 'inclusive'>;

function tooSmall({ origin, minimum, inclusive }: TooSmall): string {
  switch (origin) {
    case 'number':
    case 'int':
    case 'bigint':
      return inclusive === false ? `Use more than ${minimum}` : `Use ${minimum} or more`;
    case 'string':
      return minimum === 1 ? 'This is required' : `Use at least ${minimum} characters`;
    case 'array':
    case 'set':
    case 'map':
      return minimum === 1 ? 'This is required' : `At least ${minimum} must be given`;
    default:
      return 'This is not valid';
  }
}

type TooBig = Pick<z.core.$ZodIssueTooBig, 'origin' | 'maximum' | 'inclusive'>;

function tooBig({ origin, maximum, inclusive }: TooBig): string {
  switch (origin) {
    case 'number':
    case 'int':
    case 'bigint':
      return inclusive === false ? `Use less than ${maximum}` : `Use ${maximum} or less`;
    case 'string':
      return useAtMost(maximum);
    case 'array':
    case 'set':
    case 'map':
      return `At most ${maximum} can be given`;
    default:
      return 'This is not valid';
  }
}
