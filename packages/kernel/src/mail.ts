import type { TranslatableText } from './message-descriptor.ts';
import type { Notice } from './notice.ts';

/** A row of a short list: "Paid: ₦25,000.00". */
export type MailFact<Words = TranslatableText> = { readonly label: Words; readonly value: Words };

/** A paragraph (its line breaks stay), a list of facts, or the one thing to do next. */
export type MailPart<Words = TranslatableText> =
  | Words
  | { readonly facts: readonly MailFact<Words>[] }
  | { readonly button: { readonly label: Words; readonly href: string } };

/**
 * What a mail is about. `account` (security, payments, what somebody has just asked for) is always sent; the others only to customers who want
 * them (specification section 2, Notifications): Service Updates, Bill Reminders, Promotional Offers. `userId` is whose language what we `defineMessage` is in; without it
 * that is English.
 */
type MailAudience =
  | { readonly category: 'account'; readonly userId?: number }
  | { readonly category: 'service' | 'bills' | 'promotions'; readonly userId: number };

/** A mail before it is given its two forms, plain text and a designed page. The subject is its heading as well. */
export type Mail = MailAudience & {
  /** Says what the mail is about, for example `receipt:RCT-2026-000001`; a second mail with the same key is not sent. */
  readonly messageKey: string;
  readonly recipient: string;
  readonly subject: TranslatableText;
  readonly parts: readonly MailPart[];
  /** What the reader's bell shows besides, under the same key; absent where the mail is all there is to tell. */
  readonly notice?: Notice;
};
