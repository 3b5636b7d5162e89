import type { ChatMessage, ChatSide } from '@portal/contract/support/chat';
import { MESSAGE_BYTES } from '@portal/contract/support/chat';
import { formatLagosDateTime } from '@portal/kernel/calendar';

const MINUTE_S = 60;
const LONGEST_ESTIMATE_MIN = 120;
const LONGEST_TRANSCRIPT = 10_000;
const LONGEST_PREVIEW = 200;

/** How far one side's messages have come: `delivered` is never below `read`. */
export type Watermark = { readonly delivered: number; readonly read: number };

/**
 * What is known about waiting: the median of the waits of the last hours, how long the first in the
 * queue has been waiting (a chat that has been left there does not count), and whether any agent is
 * online and accepts chats.
 */
export type WaitFacts = {
  readonly medianSeconds: number | null;
  readonly longestSeconds: number | null;
  readonly isStaffed: boolean;
};

/** The provider's advertised wait ("2 minutes") as a number; 0 where it is none. */
function claimedMinutes(claim: string): number {
  const minutes = Number.parseInt(claim, 10);
  return Number.isNaN(minutes) ? 0 : minutes;
}

/**
 * The expected wait in whole minutes, 1 to 120: the median of recent waits or, without any, the
 * advertised one; in both cases no less than the first in the queue has been waiting already. Null
 * while no agent accepts chats, since no estimate would be true then.
 */
export function estimateWait(facts: WaitFacts, claimed: string): number | null {
  if (!facts.isStaffed) return null;
  const usual = facts.medianSeconds ?? claimedMinutes(claimed) * MINUTE_S;
  const minutes = Math.ceil(Math.max(usual, facts.longestSeconds ?? 0) / MINUTE_S);
  return Math.min(Math.max(minutes, 1), LONGEST_ESTIMATE_MIN);
}

export function messageStatus(seq: number, mark: Watermark): ChatMessage['status'] {
  if (seq <= mark.read) return 'read';
  return seq <= mark.delivered ? 'delivered' : 'sent';
}

/** The id of a message contains its chat and seq: no second key has to be stored. */
export function messageId(sessionId: string, seq: number): string {
  return `${sessionId}.${seq}`;
}

/** A message holds 4 KB in UTF-8 (threats C2). */
export function isTooLong(content: string): boolean {
  return Buffer.byteLength(content) > MESSAGE_BYTES;
}

/** What customers see of an agent. */
export function agentName(firstName: string | null): string {
  return firstName ?? 'Support';
}

/** What staff see of a person. */
export function fullName(person: { firstName: string | null; lastName: string | null; email: string }): string {
  return [person.firstName, person.lastName].filter((part) => part !== null && part !== '').join(' ') || person.email;
}

/** Who writes, as staff see them: the customer or, where none is known, somebody at an address. */
export function nameOf(chat: {
  readonly customer: Parameters<typeof fullName>[0] | null;
  readonly contact: { readonly name: string | null; readonly address: string } | null;
}): string {
  if (chat.customer) return fullName(chat.customer);
  return chat.contact?.name ?? chat.contact?.address ?? 'Somebody';
}

/** The beginning of a message, for lists. */
export function previewOf(content: string): string {
  return content.length <= LONGEST_PREVIEW ? content : `${content.slice(0, LONGEST_PREVIEW).trimEnd()}…`;
}

type Line = {
  readonly sender: ChatSide;
  readonly senderName: string | null;
  readonly content: string;
  readonly at: Date;
};

/**
 * A conversation as the text of a ticket, in the time of Lagos; of a very long one the last 10,000
 * characters.
 */
export function transcriptOf(lines: readonly Line[], customer: string): string {
  const text = lines
    .map((line) => `${formatLagosDateTime(line.at)}, ${line.senderName ?? customer}:\n${line.content}`)
    .join('\n\n');
  if (text.length <= LONGEST_TRANSCRIPT) return text;
  return `(The beginning is left out.)\n\n${text.slice(-LONGEST_TRANSCRIPT).toWellFormed()}`;
}

export function ticketSubject(startedAt: Date): string {
  return `Chat of ${formatLagosDateTime(startedAt)}`;
}
