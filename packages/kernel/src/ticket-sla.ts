const HOUR_MS = 3_600_000;

/**
 * Hours from the creation of the ticket to the first response and to the resolution. Faults and
 * billing: the complaint table of the Nigerian Communications Commission (2019, statement of July
 * 2020). The rest: its Consumer Code of Practice Regulations 2024, 96 hours for an answer, 30 days
 * for a solution.
 */
export const slaHours = {
  fault: { firstResponseHours: 4, resolutionHours: 72 },
  billing: { firstResponseHours: 24, resolutionHours: 24 },
  account: { firstResponseHours: 96, resolutionHours: 720 },
  other: { firstResponseHours: 96, resolutionHours: 720 },
} as const;

type Category = keyof typeof slaHours;

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * HOUR_MS);

export type SlaDeadlines = { readonly firstResponseDueAt: Date; readonly resolutionDueAt: Date };

/** The SLA deadlines of a ticket of this category. */
export function slaDeadlines(category: Category, reportedAt: Date): SlaDeadlines {
  const { firstResponseHours, resolutionHours } = slaHours[category];
  return {
    firstResponseDueAt: hoursAfter(reportedAt, firstResponseHours),
    resolutionDueAt: hoursAfter(reportedAt, resolutionHours),
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
export function deadlinesAfterReopening(ticket: SlaTimes, now: Date): SlaDeadlines {
  return renewed(ticket, slaDeadlines(ticket.category, now), now);
}

/**
 * The deadlines of a ticket that moves to another category: counted from its creation or the latest
 * reopening. That time is derived from a deadline that was not missed, which always belongs to the
 * current category. A missed deadline stays.
 */
export function deadlinesAfterRecategorizing(
  ticket: SlaTimes & { readonly createdAt: Date },
  category: Category,
  now: Date,
): SlaDeadlines {
  const missed = new Set(missedDeadlines(ticket, now).map(({ what }) => what));
  const { firstResponseHours, resolutionHours } = slaHours[ticket.category];
  const { firstResponseDueAt, resolutionDueAt, createdAt } = ticket;
  let countedFrom = createdAt;
  if (firstResponseDueAt !== null && !missed.has('first-response'))
    countedFrom = hoursAfter(firstResponseDueAt, -firstResponseHours);
  else if (resolutionDueAt !== null && !missed.has('resolution'))
    countedFrom = hoursAfter(resolutionDueAt, -resolutionHours);
  return renewed(ticket, slaDeadlines(category, countedFrom), now);
}
