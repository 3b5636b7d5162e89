import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validationMessage } from './validation-message.ts';

const said = (schema: z.ZodMiniType, input: unknown): string | undefined =>
  z.safeParse(schema, input, { error: validationMessage }).error?.issues[0]?.message;

const ROLES = z.enum(['owner', 'guest']);

it.each<[what: string, schema: z.ZodMiniType, input: unknown, message: string]>([
  ['a text that is missing', z.object({ name: z.string() }), {}, 'This is required'],
  ['a text that is null', z.string(), null, 'This is required'],
  ['a text that is left empty', z.string().check(z.minLength(1)), '', 'This is required'],
  ['a number for a text', z.string(), 7, 'This must be text'],
  ['a text for a number', z.number(), '7', 'This must be a number'],
  ['letters in the address for a number', z.coerce.number(), 'seven', 'This must be a number'],
  ['a broken number for a whole one', z.int(), 0.5, 'This must be a whole number'],
  ['a text for yes or no', z.boolean(), 'yes', 'This must be true or false'],
  ['a text for a list', z.array(z.string()), 'a', 'This must be a list'],
  ['a list for named values', z.object({}), [], 'This must be a set of named values'],
  ['a text for named values', z.record(z.string(), z.string()), 'a', 'This must be a set of named values'],
  ['a text that is too short', z.string().check(z.minLength(8)), 'a', 'Use at least 8 characters'],
  ['a text that is too long', z.string().check(z.maxLength(2)), 'abc', 'Use at most 2 characters'],
  ['a number that is too small', z.number().check(z.gte(5)), 4, 'Use 5 or more'],
  ['a number on its lower edge', z.number().check(z.gt(5)), 5, 'Use more than 5'],
  ['a number that is too big', z.number().check(z.lte(5)), 6, 'Use 5 or less'],
  ['a number on its upper edge', z.number().check(z.lt(5)), 5, 'Use less than 5'],
  ['a number beyond counting', z.int(), 1e300, `Use ${Number.MAX_SAFE_INTEGER} or less`],
  ['a number between two steps', z.number().check(z.multipleOf(50)), 70, 'Use a multiple of 50'],
  ['a list that is too short', z.array(z.int()).check(z.minLength(2)), [1], 'At least 2 must be given'],
  ['a list that is too long', z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'At most 2 can be given'],
  ['an empty list', z.array(z.int()).check(z.minLength(1)), [], 'This is required'],
  ['a moment that is too early', z.date().check(z.gte(new Date(1))), new Date(0), 'This is not valid'],
  ['a moment that is too late', z.date().check(z.lte(new Date(0))), new Date(1), 'This is not valid'],
  ['no choice', ROLES, undefined, 'Choose one of: owner, guest'],
  ['what is not to choose', ROLES, 'admin', 'Choose one of: owner, guest'],
  ['what is not the only choice', z.literal(true), false, 'This can only be true'],
  ['what is in none of two lists', z.union([ROLES, z.literal('all')]), 'x', 'Choose one of: owner, guest, all'],
  ['what fits neither kind', z.union([z.number(), z.boolean()]), 'x', 'This must be a number'],
  ['nothing of two kinds', z.union([z.number(), z.boolean()]), undefined, 'This is required'],
  ['two kinds at once', z.xor([z.number(), z.int()]), 1, 'This is not valid'],
  [
    'a kind that does not exist',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
    { kind: 'b' },
    'This is not valid',
  ],
  ['no e-mail address', z.email(), 'x', 'Invalid email address'],
  ['no web address', z.url(), 'x', 'Give a web address like https://example.com'],
  ['no date', z.iso.date(), '2026-13-45', 'Give a date like 2026-11-24'],
  ['no time', z.iso.time(), '25 o’clock', 'Give a time like 15:04:05'],
  ['no moment', z.iso.datetime(), 'now', 'Give a date and time like 2026-11-24T15:04:05Z'],
  ['no identifier', z.uuid(), 'x', 'This is not a valid identifier'],
  ['another form', z.string().check(z.regex(/^a+$/)), 'b', 'This is not in the expected form'],
  ['names that nobody asked for', z.strictObject({}), { a: 1, b: 2 }, 'Leave out what is not asked for: a, b'],
  ['a rule without words', z.string().check(z.refine(() => false)), 'x', 'This is not valid'],
  ['a wrong name in a record', z.record(z.uuid(), z.int()), { x: 1 }, 'This is not valid'],
  ['what nobody may send', z.never(), 1, 'This is not valid'],
])('explains what is wrong with %s', (_what, schema, input, message) => {
  expect(said(schema, input)).toBe(message);
});

it('keeps a schema’s own message', () => {
  expect(said(z.string('First name is required'), undefined)).toBe('First name is required');
  expect(said(z.email('Invalid email address'), '')).toBe('Invalid email address');
});
