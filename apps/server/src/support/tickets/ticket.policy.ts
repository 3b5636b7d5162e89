import type { TicketPriority } from '@portal/contract/support/tickets';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const PER_HOUR = 10;

/** The fields of the form. */
export type TicketText = { readonly subject: string; readonly description: string; readonly priority: TicketPriority };

/**
 * A new ticket, the one that the same texts opened just before (a second click, a repeated
 * request), or a wait.
 */
export type TicketDecision<T> =
  | { readonly kind: 'open' }
  | { readonly kind: 'repeat'; readonly ticket: T }
  | { readonly kind: 'wait'; readonly seconds: number };

/** The moment from which a customer's tickets count for the next one. */
export function countedSince(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/**
 * At most 10 tickets an hour and customer (threats T3); the same words within a minute are one
 * ticket. `recent`: those since `countedSince`, newest first.
 */
export function decideTicket<T extends TicketText & { readonly createdAt: Date }>(
  recent: readonly T[],
  text: TicketText,
  now: Date,
): TicketDecision<T> {
  const repeated = recent.find(
    (ticket) =>
      now.getTime() - ticket.createdAt.getTime() < MINUTE_MS &&
      ticket.subject === text.subject &&
      ticket.description === text.description &&
      ticket.priority === text.priority,
  );
  if (repeated) return { kind: 'repeat', ticket: repeated };
  const oldestThatCounts = recent[PER_HOUR - 1];
  if (!oldestThatCounts) return { kind: 'open' };
  const waitMs = oldestThatCounts.createdAt.getTime() + HOUR_MS - now.getTime();
  return { kind: 'wait', seconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** A subject is one line, on screens and in mail headers (threats T4). */
export function asSubject(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** The number that a customer quotes on the phone: 123 is "T-000123". */
export function ticketNumber(number: number): string {
  return `T-${String(number).padStart(6, '0')}`;
}
