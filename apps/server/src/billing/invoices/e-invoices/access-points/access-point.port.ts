import type { EInvoice } from '../e-invoice.policy.ts';

/** A document as it is sent, the same in every attempt. */
export type EInvoiceOrder = { readonly irn: string; readonly isBusiness: boolean; readonly document: EInvoice };

/** What a registration gives: the text of the QR code, where the provider makes it. */
export type Registered = { readonly kind: 'registered'; readonly qrText: string | null };

/**
 * Without a usable answer. `not-sent`: nothing arrived. `unknown`: it may have been registered. `busy`:
 * later, it was not looked at. `keys-refused`: our own keys are rejected, nothing was looked at.
 */
export type Unanswered = { readonly kind: 'not-sent' | 'unknown' | 'busy' | 'keys-refused'; readonly reason: string };

/**
 * The outcome of a registration. `refused`: a definite no, with the field where the answer names one.
 * `duplicate`: the provider says that it has, or may have, this number already.
 */
export type Registration =
  | Registered
  | Unanswered
  | { readonly kind: 'refused'; readonly code: string; readonly field: string | null; readonly message: string }
  | { readonly kind: 'duplicate'; readonly reason: string };

/** Whether the authority knows a number. */
export type Lookup = Registered | Unanswered | { readonly kind: 'absent' };

/**
 * The provider through which documents reach the tax authority (an access point provider of the NRS
 * Merchant Buyer Solution). Nothing makes it throw.
 */
export type EInvoiceAccessPoint = {
  readonly id: 'interswitch' | 'mbs';
  readonly name: string;
  /** Whether a business must have a telephone number. */
  readonly needsPhone: boolean;
  /** Sends a document. With the same number and content again after any outcome, it is registered once. */
  readonly register: (order: EInvoiceOrder) => Promise<Registration>;
  /** A document in the fields in which it is sent. */
  readonly describe: (order: EInvoiceOrder) => object;
  /** Whether a number is registered; null where the provider has no such call. */
  readonly find: ((irn: string) => Promise<Lookup>) | null;
  /** The same after `duplicate`, by whatever call the provider has. */
  readonly confirm: (irn: string) => Promise<Lookup>;
  /** Tries the keys, without a document. Null where they work, else what is wrong in a sentence. */
  readonly test: () => Promise<string | null>;
};
