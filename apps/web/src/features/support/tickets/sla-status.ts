import type { Ticket, TicketSla } from '@portal/contract/support/tickets';
import { phrase } from '../../../shared/i18n/translate.ts';

/** The state of the SLA, in a sentence: `t(text, { time })` with `at` formatted. */
export type SlaStatus = {
  readonly tone: 'late' | 'due' | 'kept';
  readonly text: string;
  readonly at: string;
};

/**
 * The SLA of a ticket for its customer, the most urgent first: what is overdue, then what is due
 * next, then what has been done. Empty for a ticket that is older than the SLA.
 */
export function statusOf({ status, sla }: Pick<Ticket, 'status' | 'sla'>): SlaStatus[] {
  const { firstResponseAt, resolvedAt, resolutionDueAt, next, overdue } = sla;
  if (status === 'closed' || status === 'resolved') {
    return resolvedAt ? [{ tone: 'kept', text: phrase('Resolved {time}'), at: resolvedAt }] : [];
  }
  const contacted = firstResponseAt
    ? [{ tone: 'kept', text: phrase('Contacted {time}'), at: firstResponseAt } satisfies SlaStatus]
    : [];
  if (!next) return contacted;
  const laterToo = next.what === 'first-response' && resolutionDueAt !== null && resolutionDueAt > next.by;
  const later = laterToo ? [owed({ what: 'resolution', by: resolutionDueAt }, false)] : [];
  return [owed(next, overdue), ...later, ...contacted];
}

function owed({ what, by: at }: NonNullable<TicketSla['next']>, overdue: boolean): SlaStatus {
  if (what === 'first-response') {
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
 * In how many milliseconds to ask again, so that a deadline that passes while the page is open is
 * said to have; false when none can.
 */
export function refetchIn(sla: TicketSla | undefined, now: Date): number | false {
  if (!sla?.next || sla.overdue) return false;
  const left = Date.parse(sla.next.by) - now.getTime() + 1000;
  return Math.min(Math.max(left, SOONEST_MS), LONGEST_TIMER_MS);
}
