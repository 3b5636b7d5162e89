import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, timestamp } from '../../platform/fields.ts';

/**
 * The consent of a customer who has a bank account charged. A changed text is a different consent: each
 * is stored in the words that were shown.
 */
export const MANDATE_CONSENT =
  'Charge my bank account for my plan on each day of renewal, 10% below its price, until I switch Auto-Pay off. I can do that, pause the mandate, or remove it, at any time.';

/**
 * `awaiting-approval`: the customer has to approve it with the bank, at `approvalUrl`. `approved`: the bank
 * activates it, which may take a day; it cannot be charged yet. `revoked`: it was ended, by `endReason`.
 * `failed`: nothing came of it.
 */
const mandateStatus = z.enum(['awaiting-approval', 'approved', 'active', 'revoked', 'failed']);

/** A bank mandate. Of the account only the bank and the last four digits are known. */
const mandate = z.object({
  id: z.string(),
  status: mandateStatus,
  bank: z.nullable(z.string()),
  lastFour: z.nullable(z.string()),
  /** The saved payment method, while it is active. */
  paymentMethodId: z.nullable(z.string()),
  approvalUrl: z.nullable(z.string()),
  endReason: z.nullable(
    z.enum(['customer', 'bank', 'not-opened', 'not-approved', 'not-activated', 'other-customer', 'replaced']),
  ),
  createdAt: timestamp,
  /** When it came into this status. */
  since: timestamp,
});
export type Mandate = z.infer<typeof mandate>;

const mandates = z.object({
  /** Whether one can be set up. */
  isOffered: z.boolean(),
  consent: z.string(),
  /** The newest first: those that are not over, and the last that is. */
  mandates: z.array(mandate),
});
export type Mandates = z.infer<typeof mandates>;

export const listMandates = defineEndpoint({
  method: 'GET',
  path: '/api/user/mandates',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The caller’s bank mandates for Auto-Pay, and whether one can be set up',
  answer: mandates,
  errors: [],
});

const banks = z.array(z.object({ code: z.string(), name: z.string() }));
export type Banks = z.infer<typeof banks>;

export const listMandateBanks = defineEndpoint({
  method: 'GET',
  path: '/api/user/mandate-banks',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'The banks whose accounts can be charged by a mandate, by name',
  answer: banks,
  errors: ['mandate.not-offered', 'mandate.unavailable'],
});

/**
 * The account number goes to the gateway and is not stored. Without `account` the customer names it on the
 * gateway’s page.
 */
const account = z.object({
  bankCode: z.string().check(z.trim(), z.regex(/^[0-9A-Za-z]{2,10}$/, 'Choose a bank')),
  number: z.string().check(z.trim(), z.regex(/^\d{10}$/, 'Enter the 10 digits of your account number')),
});

export const setUpMandate = defineEndpoint({
  method: 'POST',
  path: '/api/user/mandates',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Ask for a bank mandate: the caller approves it at the address in the answer',
  body: z.object({
    account: z.optional(account),
    agreed: z.literal(true, 'Agree to the automatic charge first'),
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, mandate, approvalUrl: z.string() }),
  errors: [
    'mandate.not-offered',
    'mandate.bank-not-supported',
    'mandate.too-many',
    'mandate.unavailable',
    'mandate.refused',
    'subscription.none',
    'subscription.not-running',
    'subscription.billed-monthly',
  ],
});

export const checkMandate = defineEndpoint({
  method: 'POST',
  path: '/api/user/mandates/:id/checks',
  access: 'session',
  accountRole: 'billing',
  summary: 'Ask the gateway how a mandate stands, such as after approving it',
  params: z.object({ id: identifier }),
  answer: mandate,
  errors: ['mandate.not-found'],
});

export const cancelMandate = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/mandates/:id',
  access: 'session',
  accountRole: 'billing',
  summary: 'End a mandate at once: it is never charged from then on, and the gateway is told',
  params: z.object({ id: identifier }),
  freshProof: true,
  answer: z.object(acknowledged),
  errors: ['mandate.not-found'],
});

export const api = {
  description: 'Bank mandates, by which a bank account pays when a month is due.',
  endpoints: { listMandates, listMandateBanks, setUpMandate, checkMandate, cancelMandate },
  schemas: { mandate, mandates, mandateStatus },
};
