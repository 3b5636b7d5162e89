import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { waitingCorrection } from './corrections.ts';
import { identifiedBy } from './identification.ts';

/**
 * How a sign-in ended. `awaits-code`: the password was right, and the code of the app is still to come.
 * `unverified`: the password was wrong, and neither mailbox nor number was ever verified, so that none may
 * have been chosen. `throttled` and `code-throttled`: too many wrong passwords or codes, this one was not
 * looked at.
 */
export const signInOutcomes = [
  'signed-in',
  'awaits-code',
  'wrong-password',
  'unverified',
  'throttled',
  'wrong-code',
  'code-throttled',
  'disabled',
  'passkey-refused',
  'directory-refused',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const signInWays = ['password', 'passkey', 'directory'] as const;
export type SignInWay = (typeof signInWays)[number];

/** `arrived`: by the report of who carries it. `sent`: taken by the next server, and no report yet, or none ever. */
export const linkDeliveries = ['waiting', 'sent', 'arrived', 'failed'] as const;
export type LinkDelivery = (typeof linkDeliveries)[number];

const signInAttempt = z.object({
  id: z.number(),
  at: timestamp,
  outcome: z.enum(signInOutcomes),
  way: z.enum(signInWays),
  /** As the list of sessions describes it: "Chrome on Android". */
  device: z.string(),
  /** Whether that browser had signed in to the account before. */
  knownDevice: z.boolean(),
  /** The beginning of the internet address. */
  address: z.string(),
  /** Until when that device has to wait, where it still has to. */
  waitsUntil: z.nullable(timestamp),
});
export type SignInAttempt = z.infer<typeof signInAttempt>;

const passwordLink = z.object({
  by: z.enum(['email', 'text']),
  at: timestamp,
  delivery: z.enum(linkDeliveries),
  used: z.boolean(),
});
export type PasswordLink = z.infer<typeof passwordLink>;

/** `newDevicesWaitUntil` and `codesWaitUntil` are null where nobody has to wait. */
const signInHelp = z.object({
  isStaff: z.boolean(),
  disabled: z.boolean(),
  /** Null without a mailbox. */
  mailbox: z.nullable(z.object({ email: z.string(), verified: z.boolean() })),
  /** `takesLinks`: verified, or the only way to reach the customer. */
  number: z.nullable(z.object({ phone: z.string(), verified: z.boolean(), takesLinks: z.boolean() })),
  hasApp: z.boolean(),
  passkeys: z.number(),
  newDevicesWaitUntil: z.nullable(timestamp),
  codesWaitUntil: z.nullable(timestamp),
  links: z.array(passwordLink),
  attempts: z.array(signInAttempt),
});
export type SignInHelp = z.infer<typeof signInHelp>;

const customerId = z.object({ id: rowNumber });
const reason = requiredText(500, 'Say why.');

export const getSignInHelp = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/sign-in-attempts',
  access: 'admin',
  permission: 'sign-ins:read',
  summary:
    'A customer’s last 20 sign-ins and what stopped each, what keeps them out now, and the links for a new password lately',
  params: customerId,
  answer: signInHelp,
  errors: ['customer.not-found'],
});

export const sendPasswordLink = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/password-links',
  access: 'admin',
  permission: 'sign-ins:write',
  summary:
    'Send a customer a link that sets a new password: to the mailbox for an hour, or to the number for ten minutes',
  params: customerId,
  body: z.object({ by: z.enum(['email', 'text']) }),
  answer: z.object(acknowledged),
  errors: [
    'customer.not-found',
    'customer.is-staff',
    'customer.own-account',
    'sign-in.closed',
    'sign-in.no-way',
    'phone.sending-failed',
  ],
});

export const liftSignInThrottle = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/customers/:id/sign-in-throttle',
  access: 'admin',
  permission: 'sign-ins:write',
  summary: 'Let a customer try again at once who has entered too many wrong passwords or codes; nobody else',
  params: customerId,
  query: z.object({ reason }),
  answer: z.object(acknowledged),
  errors: ['customer.not-found', 'customer.is-staff', 'customer.own-account'],
});

export const removeSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/second-factor-removals',
  access: 'admin',
  permission: 'sign-ins:write',
  summary: 'Ask a second member of staff to take a customer’s lost authenticator app away, with the card seen',
  params: customerId,
  body: z.object({ identifiedBy, reason }),
  freshProof: true,
  answer: z.object({ ...acknowledged, waiting: waitingCorrection }),
  errors: ['customer.not-found', 'customer.is-staff', 'customer.own-account', 'identity-approval.waiting'],
});

export const api = {
  description: 'Why a customer cannot sign in, and what staff may do about it.',
  endpoints: { getSignInHelp, sendPasswordLink, liftSignInThrottle, removeSecondFactor },
  schemas: { signInAttempt, passwordLink, signInHelp },
};
