/** A mandate to be opened: the customer approves it with their bank at the vendor's page. */
export type MandateOrder = {
  readonly email: string;
  /** Where the vendor sends the customer's browser afterwards. A visit there proves nothing. */
  readonly returnUrl: string;
  /** Null where the customer names their account at the vendor. Never stored by us. */
  readonly account: { readonly number: string; readonly bankCode: string } | null;
};

/**
 * `opened`: the customer may go to `url`; `reference` is the vendor's. `bank-refused`: no mandates at this
 * bank. `unknown`: no usable answer; nobody was sent anywhere, so nothing can come of it.
 */
export type MandateOpening =
  | { readonly kind: 'opened'; readonly url: string; readonly reference: string }
  | { readonly kind: 'bank-refused' | 'refused' | 'unknown'; readonly reason: string };

/**
 * The present state at the vendor. `absent`: the customer has not approved it, yet. `code` charges the
 * account: a secret. Not `isActive`: the bank has not activated it yet, or it has ended.
 */
export type MandateFinding =
  | {
      readonly kind: 'found';
      readonly code: string;
      readonly isActive: boolean;
      readonly bankName: string | null;
      readonly lastFour: string | null;
      /** Null where the vendor does not repeat it. */
      readonly email: string | null;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** What a vendor's message about a mandate names; it proves nothing. */
export type MandateHint = {
  readonly reference: string | null;
  readonly code: string | null;
  readonly email: string | null;
};

export type Bank = { readonly code: string; readonly name: string };

/** Bank mandates of one vendor. No answer of the vendor makes it throw. */
export type DirectDebit = {
  readonly open: (order: MandateOrder) => Promise<MandateOpening>;
  /** Safe to repeat. */
  readonly find: (reference: string) => Promise<MandateFinding>;
  /** The codes of all mandates that have ended at the vendor or a bank; null without an answer. */
  readonly listRevoked: () => Promise<readonly string[] | null>;
  /** The banks at which mandates are possible; null without an answer. */
  readonly listBanks: () => Promise<readonly Bank[] | null>;
  /** Ends a mandate; true once the vendor knows, also from before. Safe to repeat. */
  readonly end: (code: string) => Promise<boolean>;
};
