import { expect, test } from 'vitest';
import { confirmedRegistration } from './confirmed-registration.ts';

const good = {
  firstName: 'Ọlámidé',
  lastName: 'Adéyẹmí',
  email: 'olamide@example.com',
  password: 'fibre-abuja-25',
  confirmPassword: 'fibre-abuja-25',
};

function messages(form: object): Record<string, string> {
  const result = confirmedRegistration.safeParse(form);
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

test('a complete form with names in any Nigerian language is accepted', () => {
  expect(messages(good)).toEqual({});
});

test('two different passwords are reported at the second one', () => {
  expect(messages({ ...good, confirmPassword: 'fibre-abuja' })).toEqual({ confirmPassword: "Passwords don't match" });
});

test('every empty field is reported at once, in the words of the specification', () => {
  expect(messages({ firstName: '', lastName: ' ', email: 'amina@', password: '1234567', confirmPassword: '' })).toEqual(
    {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Invalid email address',
      password: 'Password must be at least 8 characters',
      confirmPassword: "Passwords don't match",
    },
  );
});
