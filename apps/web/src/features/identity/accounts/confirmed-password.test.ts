import { expect, test } from 'vitest';
import { confirmedNewPassword, confirmedPasswordChange } from './confirmed-password.ts';

/** The first message of each field, as the forms show it. */
function messages(form: object, schema: typeof confirmedPasswordChange | typeof confirmedNewPassword) {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(form).error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

test('an empty form is rejected in the words of the specification', () => {
  const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
  expect(messages(empty, confirmedPasswordChange)).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: 'Password confirmation is required',
  });
});

test('two different passwords are reported at the second one, on the Security tab and on the reset page', () => {
  const different = { newPassword: 'green lamp, 25', confirmPassword: 'green lamp, 52' };
  const errors = { confirmPassword: "Passwords don't match" };
  expect(messages({ ...different, currentPassword: 'x' }, confirmedPasswordChange)).toEqual(errors);
  expect(messages(different, confirmedNewPassword)).toEqual(errors);
});

test('the same password twice is accepted', () => {
  const form = { currentPassword: 'x', newPassword: 'green lamp, 25', confirmPassword: 'green lamp, 25' };
  expect(messages(form, confirmedPasswordChange)).toEqual({});
  expect(messages(form, confirmedNewPassword)).toEqual({});
});

test('the same password from two keyboards is the same twice', () => {
  const form = { newPassword: 'pässwörd ẹ̀gbẹ́'.normalize('NFC'), confirmPassword: 'pässwörd ẹ̀gbẹ́'.normalize('NFD') };
  expect(messages({ ...form, currentPassword: 'x' }, confirmedPasswordChange)).toEqual({});
  expect(messages(form, confirmedNewPassword)).toEqual({});
});
