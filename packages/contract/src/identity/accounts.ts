import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  accountAddress,
  acknowledged,
  emailAddress,
  optionalText,
  requiredText,
  timestamp,
} from '../platform/fields.ts';

/**
 * The fields of their own account that a signed-in user may see (interfaces, Answers). `accountRole` is
 * `billing` or `technical` in the account that they act for, and left out for its owners (a text, since
 * the list would be in the script of every page).
 */
export const currentUser = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  role: z.enum(['customer', 'admin']),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  createdAt: timestamp,
  accountRole: z.optional(z.string()),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** At most 1 KB of any characters, verified whole. */
const phoneNumber = z.string().check(z.trim(), z.regex(/^\+?[\d ()-]{7,20}$/));
const password = z.string('Password is required').check(z.maxLength(1024, 'Use at most 1024 characters'));

/** `email` is the number of somebody who was registered with that alone. */
export const loginForm = z.object({
  email: z.union([accountAddress, phoneNumber], 'Invalid email address'),
  password: password.check(z.minLength(1, 'Password is required')),
});
export type LoginForm = z.infer<typeof loginForm>;

/** In the one form that is hashed, whichever keyboard it was typed on (decision 106). */
export const newPassword = password.check(z.normalize('NFC'), z.minLength(8, 'Password must be at least 8 characters'));

/**
 * `role` is ignored: everyone who registers is a customer. `referralCode` is the `ref` of
 * /register?ref=. `website` is a honeypot field that people never see and leave empty.
 */
export const registrationForm = z.object({
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: emailAddress,
  password: newPassword,
  referralCode: optionalText(32),
  website: z.optional(z.string()),
});
export type RegistrationForm = z.infer<typeof registrationForm>;

const signedIn = z.object({ ...acknowledged, user: currentUser });

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  access: 'session',
  viewable: true,
  summary: 'The signed-in person',
  answer: currentUser,
  errors: [],
});

/**
 * account.second-factor: the password is right, and the session that comes with the refusal is good for
 * completeLogin alone.
 */
export const login = defineEndpoint({
  method: 'POST',
  path: '/api/login',
  access: 'anyone',
  summary: 'Sign in with email address, or without a mailbox with the telephone number, and password',
  body: loginForm,
  answer: signedIn,
  errors: ['account.bad-credentials', 'account.second-factor'],
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  summary: 'End this session; also answers when there is none',
  answer: z.object(acknowledged),
  errors: [],
});

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/register',
  access: 'anyone',
  summary: 'Open a customer account and sign in',
  body: registrationForm,
  answer: signedIn,
  errors: ['account.email-taken', 'account.weak-password'],
});

export const api = {
  description: 'Registering, signing in and out, and who is signed in.',
  endpoints: { getUser, login, logout, register },
  schemas: { currentUser, loginForm, registrationForm, signedIn },
};
