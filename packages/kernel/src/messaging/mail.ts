import { parseUrl } from '../parse-url.ts';
import type { TranslatableText } from './message-descriptor.ts';
import type { Notice } from './notices/notice.ts';

/** A row of a short list: "Paid: ₦25,000.00". */
export type MailFact<Words = TranslatableText> = { readonly label: Words; readonly value: Words };

/** A paragraph (its line breaks are kept), a list of facts, or the one thing to do next. */
export type MailPart<Words = TranslatableText> =
  | Words
  | { readonly facts: readonly MailFact<Words>[] }
  | { readonly button: { readonly label: Words; readonly href: string } };

/**
 * The category of a mail. `account` (security, payments, answers to the reader's own requests) is
 * always sent; the others only to customers who want them (specification section 2, Notifications):
 * Service Updates, Bill Reminders, Promotional Offers. `userId` is the reader, who determines the
 * language of texts from `defineMessage`; without it they are English.
 */
type MailAudience =
  | { readonly category: 'account'; readonly userId?: number }
  | { readonly category: 'service' | 'bills' | 'promotions'; readonly userId: number };

/**
 * The place of a mail in a conversation (RFC 5322, 3.6.4), each id with its angle brackets. `replyTo`: the
 * address at which an answer is recognised.
 */
export type MailThread = {
  readonly messageId: string;
  readonly references: readonly string[];
  readonly replyTo: string;
};

/** A mail before it is rendered as plain text and HTML. The subject is also its heading. */
export type Mail = MailAudience & {
  /**
   * Identifies the event, for example `receipt:RCT-2026-000001`; a second mail with the same key is
   * not sent.
   */
  readonly messageKey: string;
  readonly recipient: string;
  readonly subject: TranslatableText;
  readonly parts: readonly MailPart[];
  /** What is attached as PDFs, by its number: an invoice, or documents that were sent together. */
  readonly attached?: string;
  /** Of a mail in a conversation; absent for one that stands alone. */
  readonly thread?: MailThread;
  /**
   * How long the link in it works; absent for a mail that does not expire. The content of one that
   * expires is deleted as soon as it is sent or given up.
   */
  readonly usefulSeconds?: number;
  /** The notice at the reader's bell, under the same key; absent for a mail without one. */
  readonly notice?: Notice;
};

/**
 * A domain in letters of any script, but not with letters of two of those that look alike in one label,
 * which no registry allows (UTS #39).
 */
const UNICODE_DOMAIN =
  /^(?=.*[^\0-\x7f])(?!.*(?:\p{sc=Latn}[^.]*[\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}][^.]*\p{sc=Latn}))[\p{L}\p{M}\p{N}.。-]+$/u;

/**
 * An address as it is stored and mailed to: a domain in letters of another script in its ASCII form
 * (UTS #46), so that `ada@пример.рф` is `ada@xn--e1afmkfd.xn--p1ai`. Anything else is returned as it is.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const url = at > 0 && UNICODE_DOMAIN.test(domain) ? parseUrl(`http://${domain}`) : null;
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

/**
 * Every account has an address, since that is its name at sign-in. Where there is no mailbox it is made
 * up, in a domain that nobody can have (RFC 2606): for who was registered with a number alone, and for
 * who has been deleted. Nobody is shown such an address and nothing is sent to it.
 */
export const PLACEHOLDER_DOMAINS = ['phone.invalid', 'deleted.invalid'] as const;
const PLACEHOLDER = /^[^@\s]+@(?:phone|deleted)\.invalid$/i;

const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** What an account without a mailbox has in place of an address. `phone` in E.164. */
export function addressOfPhone(phone: string): string {
  return `${phone.replace('+', '')}@${PLACEHOLDER_DOMAINS[0]}`;
}

/** Whether mail to an address can arrive. */
export function hasMailbox(address: string): boolean {
  return address !== '' && !isPlaceholder(address);
}

/** The address as people see it; empty where it was made up. */
export function mailboxOf(address: string): string {
  return hasMailbox(address) ? address : '';
}

/** What somebody signs in with: their address, or without a mailbox their number. */
export function signInName({ email, phone }: { readonly email: string; readonly phone: string | null }): string {
  return mailboxOf(email) || (phone ?? '');
}

/**
 * The same data with each text that is a made-up address empty, however deep. What is no plain object
 * stays as it is: a reply, a stream, a date; and so does everything without such a text.
 */
export function withoutPlaceholders<T>(data: T): T;
export function withoutPlaceholders(data: unknown): unknown {
  if (typeof data === 'string') return isPlaceholder(data) ? '' : data;
  if (data === null || typeof data !== 'object') return data;
  if (Array.isArray(data)) {
    const items = data.map((item) => withoutPlaceholders(item));
    return items.some((item, at) => item !== data[at]) ? items : data;
  }
  if (Object.getPrototypeOf(data) !== Object.prototype) return data;
  let changed: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(data)) {
    const shown = withoutPlaceholders(value);
    if (shown === value) continue;
    changed ??= { ...data };
    changed[name] = shown;
  }
  return changed ?? data;
}
