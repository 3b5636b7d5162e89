import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, identifier, requiredText, timestamp } from '../platform/fields.ts';
import { currentUser, newPassword } from './accounts.ts';

const currentPassword = z
  .string('Current password is required')
  .check(z.minLength(1, 'Current password is required'), z.maxLength(1024, 'Use at most 1024 characters'));

/** `currentPassword` is required only when the address changes. */
export const profileForm = z.object({
  firstName: requiredText(100, 'First name is required'),
  lastName: requiredText(100, 'Last name is required'),
  email: emailAddress,
  currentPassword: z.optional(currentPassword),
});
export type ProfileForm = z.infer<typeof profileForm>;

/** The same for who has no mailbox: an empty address leaves it at that. */
export const profileFormWithoutMailbox = z.extend(profileForm, {
  email: z.union([z.literal(''), emailAddress], 'Invalid email address'),
});

export const passwordForm = z.object({ currentPassword, newPassword });
export type PasswordForm = z.infer<typeof passwordForm>;

export const updateProfile = defineEndpoint({
  method: 'PUT',
  path: '/api/user/profile',
  access: 'session',
  summary:
    'Change name and email address; a new address needs the password and is to be verified again; an empty one is for who has none',
  body: profileFormWithoutMailbox,
  answer: z.object({ ...acknowledged, user: currentUser }),
  errors: ['account.email-taken', 'account.password-needed', 'account.wrong-password'],
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/user/change-password',
  access: 'session',
  summary: 'Set a new password and end every other session',
  body: passwordForm,
  renewsSession: true,
  answer: z.object(acknowledged),
  errors: ['account.wrong-password', 'account.weak-password'],
});

const sessionView = z.object({
  id: z.string(),
  /** A description from the User-Agent header: "Chrome on Android". */
  device: z.string(),
  address: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'session',
  summary: 'Where the caller is signed in, newest first',
  answer: z.array(sessionView),
  errors: [],
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: 'session',
  summary: 'Sign out one of the caller’s other sessions, or all others with the id "others"',
  params: z.object({ id: identifier }),
  answer: z.object(acknowledged),
  errors: ['session.not-found'],
});

/**
 * Specification section 2, Profile, Notifications. Receipts and security notices are always sent.
 */
export const notificationChoices = z.object({
  serviceUpdates: z.boolean(),
  billReminders: z.boolean(),
  promotionalOffers: z.boolean(),
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

export const getNotificationChoices = defineEndpoint({
  method: 'GET',
  path: '/api/user/notification-choices',
  access: 'session',
  viewable: true,
  summary: 'The notification preferences of the caller',
  answer: notificationChoices,
  errors: [],
});

export const saveNotificationChoices = defineEndpoint({
  method: 'PUT',
  path: '/api/user/notification-choices',
  access: 'session',
  summary: 'Change the notification preferences',
  body: notificationChoices,
  answer: z.object({ ...acknowledged, choices: notificationChoices }),
  errors: [],
});

export const api = {
  description: 'Name, address, password, sessions and notification choices of a person.',
  endpoints: {
    updateProfile,
    changePassword,
    listSessions,
    endSession,
    getNotificationChoices,
    saveNotificationChoices,
  },
  schemas: { profileForm, passwordForm, sessionView, notificationChoices },
};
