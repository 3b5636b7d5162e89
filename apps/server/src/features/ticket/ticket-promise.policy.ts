import type { TicketCategory, TicketPromise, TicketStatus } from '@portal/contract/ticket';
import { type Promised, promisedHours, promisesFor } from '@portal/kernel/ticket-promise';

/** What of a ticket decides whether a promise was kept. */
export type PromiseFacts = {
  readonly category: TicketCategory;
  readonly status: TicketStatus;
  readonly contactBy: Date | null;
  readonly resolveBy: Date | null;
  readonly contactedAt: Date | null;
  readonly resolvedAt: Date | null;
};

/**
 * The promises of a resolved ticket that is reopened: its customer reports anew, so they begin anew and somebody must be in touch again. Where a promise
 * was missed before, everything stays: what was late does not become punctual.
 */
export function promisesAfterReopening(
  ticket: PromiseFacts,
  now: Date,
): (Promised & { readonly contactedAt: null }) | Record<string, never> {
  if (missedPromises(ticket, now).length > 0) return {};
  return { ...promisesFor(ticket.category, now), contactedAt: null };
}

export type MissedPromise = {
  readonly what: 'contact' | 'resolve';
  readonly promisedBy: Date;
  /** Null while it is not kept at all. */
  readonly keptAt: Date | null;
};

/** Which promises were not kept in time, at `now`. A solution is contact as well. */
export function missedPromises(ticket: PromiseFacts, now: Date): MissedPromise[] {
  const missed: MissedPromise[] = [];
  const contactedAt = ticket.contactedAt ?? ticket.resolvedAt;
  if (ticket.contactBy !== null && (contactedAt ?? now) > ticket.contactBy) {
    missed.push({ what: 'contact', promisedBy: ticket.contactBy, keptAt: contactedAt });
  }
  if (ticket.resolveBy !== null && (ticket.resolvedAt ?? now) > ticket.resolveBy) {
    missed.push({ what: 'resolve', promisedBy: ticket.resolveBy, keptAt: ticket.resolvedAt });
  }
  return missed;
}

/** What we owe next, and by when; null once it is resolved, and for tickets from before there were promises. The order of the staff's list. */
function nextPromise({
  status,
  contactBy,
  resolveBy,
  contactedAt,
}: PromiseFacts): { what: 'contact' | 'resolve'; by: Date } | null {
  if (status === 'resolved' || status === 'closed') return null;
  if (contactedAt === null && contactBy !== null && (resolveBy === null || contactBy <= resolveBy)) {
    return { what: 'contact', by: contactBy };
  }
  return resolveBy === null ? null : { what: 'resolve', by: resolveBy };
}

/** What customer and staff see of it at `now`. */
export function presentPromise(ticket: PromiseFacts, now: Date): TicketPromise {
  const next = nextPromise(ticket);
  return {
    contactBy: ticket.contactBy?.toISOString() ?? null,
    resolveBy: ticket.resolveBy?.toISOString() ?? null,
    contactedAt: ticket.contactedAt?.toISOString() ?? null,
    resolvedAt: ticket.resolvedAt?.toISOString() ?? null,
    next: next && { what: next.what, by: next.by.toISOString() },
    overdue: next !== null && next.by < now,
    canEscalate: missedPromises(ticket, now).length > 0,
  };
}

/** The promise in a sentence for a mail. */
export function promiseInWords(category: TicketCategory): string {
  const { contactHours, resolveHours } = promisedHours[category];
  if (category === 'billing') return `We settle questions about bills within ${resolveHours} hours.`;
  if (category === 'fault')
    return `We are in touch within ${contactHours} hours and have faults repaired within ${resolveHours} hours.`;
  return `We answer within ${contactHours} hours and have it settled within ${resolveHours / 24} days.`;
}
