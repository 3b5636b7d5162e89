import type { ParsedMail } from './parse-mail.ts';

/** Why a mail gets neither a ticket nor an answer. */
export type IgnoredBecause = 'automatic' | 'list' | 'bounce' | 'own';

const BULK = /^(?:bulk|list|junk)\b/i;
const SUPPRESSED = /\b(?:all|oof|autoreply)\b/i;
const DAEMON = /^(?:mailer-daemon|postmaster|bounces?)(?:[+=-].*)?@/i;

type Facts = Pick<ParsedMail, 'header' | 'isReport' | 'from'>;

function isBounce({ header, isReport, from }: Facts): boolean {
  const returnPath = header('return-path');
  return isReport || returnPath?.trim() === '<>' || DAEMON.test(from?.address ?? '');
}

/**
 * Whether a program wrote a mail: answering those makes loops (RFC 3834, 5). `isOwn` knows the addresses and
 * Message-IDs of the portal itself. Null for a mail of a person.
 */
export function whyIgnored(
  mail: Facts & Pick<ParsedMail, 'messageId'>,
  isOwn: { readonly address: (address: string) => boolean; readonly messageId: (id: string) => boolean },
): IgnoredBecause | null {
  const { header, from, messageId } = mail;
  if (messageId !== null && isOwn.messageId(messageId)) return 'own';
  if (isBounce(mail)) return 'bounce';
  if (from !== null && isOwn.address(from.address)) return 'own';
  if (header('list-id') !== null || header('list-unsubscribe') !== null) return 'list';
  if (BULK.test(header('precedence')?.trim() ?? '')) return 'list';
  const submitted = header('auto-submitted')?.trim();
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return 'automatic';
  if (SUPPRESSED.test(header('x-auto-response-suppress') ?? '') || header('x-autoreply') !== null) return 'automatic';
  return null;
}
