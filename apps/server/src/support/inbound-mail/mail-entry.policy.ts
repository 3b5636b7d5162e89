import type { MailRemainder } from '@portal/contract/support/tickets';
import type { ParsedMail } from './parse-mail.ts';
import { splitQuotedText } from './quoted-text.policy.ts';

const LONGEST_BODY = 20_000;
const LONGEST_QUOTE = 20_000;
const DAY_MS = 86_400_000;
const OLDEST_DAYS = 7;

export type MailEntry = { readonly body: string; readonly remainder: MailRemainder };

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).toWellFormed();
}

/** The text of an entry, and what belongs to it. What is cut stays in the mailbox, and is named. */
export function entryOf(mail: Pick<ParsedMail, 'text' | 'subject'>, tooLargeBytes: number | null): MailEntry {
  if (tooLargeBytes !== null) {
    return { body: mail.subject || '—', remainder: { quoted: null, omitted: [], tooLargeBytes } };
  }
  const { body, quoted } = splitQuotedText(mail.text);
  const omitted = body.length > LONGEST_BODY ? [{ name: 'mail.txt', reason: 'size' as const }] : [];
  return {
    body: cut(body, LONGEST_BODY) || mail.subject || '—',
    remainder: { quoted: quoted === null ? null : cut(quoted, LONGEST_QUOTE), omitted, tooLargeBytes: null },
  };
}

/** When the mail server took a mail, where that can be: not in the future, nor long ago. */
export function believedMoment(receivedAt: Date | null, now: Date): Date {
  if (receivedAt === null || Number.isNaN(receivedAt.getTime()) || receivedAt > now) return now;
  return now.getTime() - receivedAt.getTime() > OLDEST_DAYS * DAY_MS ? now : receivedAt;
}

const LATELY_MS = 600_000;
const MOST_LATELY = 5;
const MOST_TODAY = 50;

/** From when the mails of a sender count. */
export function countedFrom(now: Date): { readonly lately: Date; readonly today: Date } {
  return { lately: new Date(now.getTime() - LATELY_MS), today: new Date(now.getTime() - DAY_MS) };
}

/** Whether a sender has made so many entries that a program may be at work: more than 5 in 10 minutes, or 50 a day. */
export function isFlood(earlier: { readonly lately: number; readonly today: number }): boolean {
  return earlier.lately >= MOST_LATELY || earlier.today >= MOST_TODAY;
}

/** Why a mail of ours did not arrive, and which; null for a report of a delay or about another's mail. */
export function bounceIn(
  raw: Buffer,
  keyOf: (messageId: string) => string | null,
): { readonly messageKey: string; readonly reason: string } | null {
  const text = raw.subarray(0, 256 * 1024).toString('latin1');
  if (!/^Action:\s*failed\b/im.test(text)) return null;
  const [, status = ''] = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text) ?? [];
  const [, said = ''] = /^Diagnostic-Code:\s*(?:smtp;)?\s*(.{1,200})/im.exec(text) ?? [];
  const words = said.replace(/[^\x20-\x7e]/g, ' ').trim();
  for (const [id] of text.matchAll(/<[^<>\s]{1,300}>/g)) {
    const messageKey = keyOf(id);
    if (messageKey !== null)
      return { messageKey, reason: `Returned: ${[status, words].filter(Boolean).join(' ') || 'not delivered'}` };
  }
  return null;
}
