import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, identifier, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { identifiedBy } from './identification.ts';

/** What the customer has lost, and staff take away. */
export const lostSecondFactors = ['passkeys', 'app'] as const;
export type LostSecondFactor = (typeof lostSecondFactors)[number];

/** What is left out stays as it is. */
export const correctionForm = z.object({
  firstName: z.optional(requiredText(100, 'First name is required')),
  lastName: z.optional(requiredText(100, 'Last name is required')),
  email: z.optional(emailAddress),
  phone: z.optional(requiredText(30, 'Enter the number')),
  lost: z.optional(z.array(z.enum(lostSecondFactors)).check(z.maxLength(lostSecondFactors.length))),
  identifiedBy,
  reason: requiredText(500, 'Say why.'),
});
export type CorrectionForm = z.infer<typeof correctionForm>;

/**
 * What is not done yet: it counts once the `link` that was sent to the new mailbox or number was opened,
 * or once a `second-person` has confirmed it.
 */
export const waitingCorrection = z.object({
  what: z.enum(['mailbox', 'phone', 'second-factor']),
  for: z.enum(['link', 'second-person']),
  until: timestamp,
});
export type WaitingCorrection = z.infer<typeof waitingCorrection>;

export const contactChangeKinds = ['mailbox', 'phone'] as const;
export type ContactChangeKind = (typeof contactChangeKinds)[number];

/** A new mailbox or number that waits for its link. `from` is null where there was none. */
const contactChange = z.object({
  id: z.string(),
  what: z.enum(contactChangeKinds),
  from: z.nullable(z.string()),
  to: z.string(),
  identifiedBy: z.string(),
  reason: z.string(),
  requestedBy: z.object({ id: z.number(), name: z.string() }),
  requestedAt: timestamp,
  expiresAt: timestamp,
});
export type ContactChange = z.infer<typeof contactChange>;

export const listContactChanges = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/contact-changes',
  access: 'admin',
  permission: 'customers:read',
  summary: 'A customer’s new mailbox and number that wait for the link that was sent to them',
  params: z.object({ id: rowNumber }),
  answer: z.array(contactChange),
  errors: [],
});

export const withdrawContactChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/staff/contact-changes/:id',
  access: 'admin',
  permission: 'customers:correct',
  summary: 'Withdraw a new mailbox or number that waits for its link, which then opens nothing',
  params: z.object({ id: identifier }),
  answer: z.object(acknowledged),
  errors: ['contact-change.not-found', 'customer.own-account'],
});

export const confirmContactChange = defineEndpoint({
  method: 'POST',
  path: '/api/contact-changes/confirm',
  access: 'anyone',
  summary:
    'Confirm by the link that was mailed or texted to it that a new mailbox or number is one’s own; from then on it counts',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: z.object({ ...acknowledged, what: z.enum(contactChangeKinds) }),
  errors: ['account.link-expired', 'account.email-taken', 'customer.phone-taken'],
});

export const api = {
  description: 'New mailboxes and numbers that staff have entered for customers.',
  endpoints: { listContactChanges, withdrawContactChange, confirmContactChange },
  schemas: { correctionForm, waitingCorrection, contactChange },
};
