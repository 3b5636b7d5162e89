const HOUR_MS = 3_600_000;

/**
 * Hours from the report to being in touch and to the solution. Faults and billing: the complaint table of the Nigerian Communications Commission
 * (2019, statement of July 2020). The rest: its Consumer Code of Practice Regulations 2024, 96 hours for an answer, 30 days for a solution.
 */
export const promisedHours = {
  fault: { contactHours: 4, resolveHours: 72 },
  billing: { contactHours: 24, resolveHours: 24 },
  account: { contactHours: 96, resolveHours: 720 },
  other: { contactHours: 96, resolveHours: 720 },
} as const;

type Category = keyof typeof promisedHours;

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * HOUR_MS);

export type Promised = { readonly contactBy: Date; readonly resolveBy: Date };

/** What we promise for a report of this kind. */
export function promisesFor(category: Category, reportedAt: Date): Promised {
  const { contactHours, resolveHours } = promisedHours[category];
  return { contactBy: hoursAfter(reportedAt, contactHours), resolveBy: hoursAfter(reportedAt, resolveHours) };
}

/** What of a ticket decides whether its promises were kept. */
export type PromiseState = {
  readonly category: Category;
  readonly contactBy: Date | null;
  readonly resolveBy: Date | null;
  readonly contactedAt: Date | null;
  readonly resolvedAt: Date | null;
};

export type MissedPromise = {
  readonly what: 'contact' | 'resolve';
  readonly promisedBy: Date;
  /** Null while it is not kept at all. */
  readonly keptAt: Date | null;
};

/** Which promises were not kept in time, at `now`. A solution is contact as well. */
export function missedPromises(ticket: PromiseState, now: Date): MissedPromise[] {
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

/** New promises in place of those that still hold; one that was missed stays, because what was late does not become punctual. */
function renewed(ticket: PromiseState, fresh: Promised, now: Date): Promised {
  const missed = missedPromises(ticket, now);
  const keep = (what: MissedPromise['what']) => missed.find((one) => one.what === what)?.promisedBy;
  return { contactBy: keep('contact') ?? fresh.contactBy, resolveBy: keep('resolve') ?? fresh.resolveBy };
}

/** The promises of a resolved ticket whose customer reports anew: they begin at `now`, but for those that were missed before. */
export function promisesAfterReopening(ticket: PromiseState, now: Date): Promised {
  return renewed(ticket, promisesFor(ticket.category, now), now);
}

/**
 * The promises of a ticket that is sorted into another category: counted from the report or the latest reopening, which a promise that was not missed still tells, because each
 * of those has always been that of the present category. A promise that was missed stays.
 */
export function promisesAfterSorting(
  ticket: PromiseState & { readonly createdAt: Date },
  category: Category,
  now: Date,
): Promised {
  const missed = new Set(missedPromises(ticket, now).map(({ what }) => what));
  const { contactHours, resolveHours } = promisedHours[ticket.category];
  const { contactBy, resolveBy, createdAt } = ticket;
  let countedFrom = createdAt;
  if (contactBy !== null && !missed.has('contact')) countedFrom = hoursAfter(contactBy, -contactHours);
  else if (resolveBy !== null && !missed.has('resolve')) countedFrom = hoursAfter(resolveBy, -resolveHours);
  return renewed(ticket, promisesFor(category, countedFrom), now);
}
