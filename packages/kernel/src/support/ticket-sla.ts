import { aroundTheClock, isAroundTheClock, type SupportHours, supportHoursLater } from './support-hours.ts';

const HOUR_MS = 3_600_000;

type Category = 'fault' | 'billing' | 'account' | 'other';

/** When support is there, and how many of its hours a first response and a resolution may take. */
export type SlaRules = SupportHours & Readonly<Record<`${Category}${'Response' | 'Resolution'}`, number>>;

/**
 * What applies until staff publish other rules, in hours of the clock. Faults and billing: the complaint
 * table of the Nigerian Communications Commission (2019, statement of July 2020). The rest: its Consumer
 * Code of Practice Regulations 2024, 96 hours for an answer, 30 days for a solution.
 */
export const standardSla: SlaRules = {
  ...aroundTheClock,
  faultResponse: 4,
  faultResolution: 72,
  billingResponse: 24,
  billingResolution: 24,
  accountResponse: 96,
  accountResolution: 720,
  otherResponse: 96,
  otherResolution: 720,
};

/** The hours from the creation of a ticket to the first response and to the resolution. */
export function slaHours(category: Category, rules: SlaRules) {
  return { firstResponseHours: rules[`${category}Response`], resolutionHours: rules[`${category}Resolution`] };
}

/**
 * How the hours of a category can be said: in the usual sentence of its own, or, where that would not be
 * true, in hours of the clock or of support.
 */
export function slaWording(category: Category, rules: SlaRules): 'usual' | 'hours' | 'working-hours' {
  if (!isAroundTheClock(rules)) return 'working-hours';
  const { firstResponseHours, resolutionHours } = slaHours(category, rules);
  if (category === 'fault') return 'usual';
  if (category === 'billing') return firstResponseHours === resolutionHours ? 'usual' : 'hours';
  return firstResponseHours % 24 === 0 && resolutionHours % 24 === 0 ? 'usual' : 'hours';
}

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * HOUR_MS);

export type SlaDeadlines = { readonly firstResponseDueAt: Date; readonly resolutionDueAt: Date };

/** The SLA deadlines of a ticket of this category. */
export function slaDeadlines(category: Category, reportedAt: Date, rules = standardSla): SlaDeadlines {
  const { firstResponseHours, resolutionHours } = slaHours(category, rules);
  return {
    firstResponseDueAt: supportHoursLater(reportedAt, firstResponseHours, rules),
    resolutionDueAt: supportHoursLater(reportedAt, resolutionHours, rules),
  };
}

/** The times of a ticket that decide whether its SLA was met. */
export type SlaTimes = {
  readonly category: Category;
  readonly firstResponseDueAt: Date | null;
  readonly resolutionDueAt: Date | null;
  readonly firstResponseAt: Date | null;
  readonly resolvedAt: Date | null;
};

export type MissedDeadline = {
  readonly what: 'first-response' | 'resolution';
  readonly dueAt: Date;
  /** Null until it is met. */
  readonly metAt: Date | null;
};

/** The deadlines that are missed at `now`. A resolution also counts as a first response. */
export function missedDeadlines(ticket: SlaTimes, now: Date): MissedDeadline[] {
  const missed: MissedDeadline[] = [];
  const firstResponseAt = ticket.firstResponseAt ?? ticket.resolvedAt;
  if (ticket.firstResponseDueAt !== null && (firstResponseAt ?? now) > ticket.firstResponseDueAt) {
    missed.push({ what: 'first-response', dueAt: ticket.firstResponseDueAt, metAt: firstResponseAt });
  }
  if (ticket.resolutionDueAt !== null && (ticket.resolvedAt ?? now) > ticket.resolutionDueAt) {
    missed.push({ what: 'resolution', dueAt: ticket.resolutionDueAt, metAt: ticket.resolvedAt });
  }
  return missed;
}

/** New deadlines in place of those not missed; a missed one stays. */
function renewed(ticket: SlaTimes, fresh: SlaDeadlines, now: Date): SlaDeadlines {
  const missed = missedDeadlines(ticket, now);
  const keep = (what: MissedDeadline['what']) => missed.find((one) => one.what === what)?.dueAt;
  return {
    firstResponseDueAt: keep('first-response') ?? fresh.firstResponseDueAt,
    resolutionDueAt: keep('resolution') ?? fresh.resolutionDueAt,
  };
}

/** The deadlines of a reopened ticket: counted from `now`, except those that were missed before. */
export function deadlinesAfterReopening(ticket: SlaTimes, now: Date, rules = standardSla): SlaDeadlines {
  return renewed(ticket, slaDeadlines(ticket.category, now, rules), now);
}

/** A ticket with the moment from which its deadlines count; null for those of earlier releases. */
type Counted = SlaTimes & { readonly createdAt: Date; readonly slaFrom?: Date | null };

/**
 * The creation or the latest reopening. For tickets that do not say it is derived from a deadline that was
 * not missed, which always belongs to the current category and is in hours of the clock.
 */
function countedFrom(ticket: Counted, now: Date): Date {
  const { slaFrom, firstResponseDueAt, resolutionDueAt, createdAt } = ticket;
  if (slaFrom) return slaFrom;
  const missed = new Set(missedDeadlines(ticket, now).map(({ what }) => what));
  const { firstResponseHours, resolutionHours } = slaHours(ticket.category, standardSla);
  if (firstResponseDueAt !== null && !missed.has('first-response'))
    return hoursAfter(firstResponseDueAt, -firstResponseHours);
  if (resolutionDueAt !== null && !missed.has('resolution')) return hoursAfter(resolutionDueAt, -resolutionHours);
  return createdAt;
}

/**
 * The deadlines of a ticket that moves to another category: counted from its creation or the latest
 * reopening, by the rules of now. A missed deadline stays.
 */
export function deadlinesAfterRecategorizing(
  ticket: Counted,
  category: Category,
  now: Date,
  rules = standardSla,
): SlaDeadlines {
  return renewed(ticket, slaDeadlines(category, countedFrom(ticket, now), rules), now);
}
