import type { Ticket, TicketPromise } from '@portal/contract/support/tickets';
import { phrase } from '../../../shared/i18n/translate.ts';

/** How a promise stands, in a sentence: `t(text, { time })` with `at` as people read it. */
export type SlaStatus = {
  readonly tone: 'late' | 'due' | 'kept';
  readonly text: string;
  readonly at: string;
};

/**
 * What a customer is told of our promises, the most pressing first: what is late is said plainly,
 * then what we owe and by when, then what has been done. Empty for a ticket from before there were
 * promises.
 */
export function statusOf({ status, promise }: Pick<Ticket, 'status' | 'promise'>): SlaStatus[] {
  const { contactedAt, resolvedAt, resolveBy, next, overdue } = promise;
  if (status === 'closed' || status === 'resolved') {
    return resolvedAt ? [{ tone: 'kept', text: phrase('Resolved {time}'), at: resolvedAt }] : [];
  }
  const contacted = contactedAt
    ? [{ tone: 'kept', text: phrase('Contacted {time}'), at: contactedAt } satisfies SlaStatus]
    : [];
  if (!next) return contacted;
  const laterToo = next.what === 'contact' && resolveBy !== null && resolveBy > next.by;
  const later = laterToo ? [owed({ what: 'resolve', by: resolveBy }, false)] : [];
  return [owed(next, overdue), ...later, ...contacted];
}

function owed({ what, by: at }: NonNullable<TicketPromise['next']>, overdue: boolean): SlaStatus {
  if (what === 'contact') {
    return overdue
      ? { tone: 'late', text: phrase('We are late: we promised to contact you by {time}'), at }
      : { tone: 'due', text: phrase('We contact you by {time}'), at };
  }
  return overdue
    ? { tone: 'late', text: phrase('We are late: we promised to settle this by {time}'), at }
    : { tone: 'due', text: phrase('We settle this by {time}'), at };
}

const SOONEST_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * In how many milliseconds to ask again, so that a promise that runs out while the page is open is
 * said to have; false when none can.
 */
export function refetchIn(promise: TicketPromise | undefined, now: Date): number | false {
  if (!promise?.next || promise.overdue) return false;
  const left = Date.parse(promise.next.by) - now.getTime() + 1000;
  return Math.min(Math.max(left, SOONEST_MS), LONGEST_TIMER_MS);
}
