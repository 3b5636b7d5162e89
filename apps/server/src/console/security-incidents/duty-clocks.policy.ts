import type { IncidentFacts, SecurityDuty } from '@portal/contract/console/security-incidents';

const HOUR_MS = 3_600_000;

/** What was entered, in its order. */
export type DutyEntry = {
  readonly kind: 'facts' | 'duty' | 'note' | 'contained' | 'closed';
  readonly duty: SecurityDuty | null;
  readonly facts: IncidentFacts | null;
  readonly by: string;
  readonly at: Date;
};

export type Clock = {
  readonly duty: SecurityDuty;
  readonly dueAt: Date;
  readonly doneAt: Date | null;
  readonly doneBy: string | null;
};

/** What is known now. Throws where nothing was entered, which opening does. */
export function latestFacts(entries: readonly DutyEntry[]): IncidentFacts {
  const facts = entries.findLast((entry) => entry.facts !== null)?.facts;
  if (!facts) throw new Error('an incident has facts');
  return facts;
}

/**
 * Who has to be told by when, by what is known now; what was done stays in the list. The NCC: first
 * notice in 4 hours, an update every 4 hours until it is contained, a report in 24 hours (Cyber
 * Resilience Framework for Nigeria's Communications Sector, February 2026). The NDPC: 72 hours, where
 * personal data are concerned, and the persons at once, where their risk is high (NDPA 2023, section
 * 40). All count from when it was noticed; "at once" from when the risk was entered.
 */
export function dutyClocks(noticedAt: Date, entries: readonly DutyEntry[]): Clock[] {
  const facts = latestFacts(entries);
  const done = (duty: SecurityDuty) => entries.find((entry) => entry.duty === duty);
  const after = (from: Date, hours: number) => new Date(from.getTime() + hours * HOUR_MS);
  const once = (duty: SecurityDuty, dueAt: Date): Clock => {
    const entry = done(duty);
    return { duty, dueAt, doneAt: entry?.at ?? null, doneBy: entry?.by ?? null };
  };
  const clocks: Clock[] = [];
  const has = (duty: SecurityDuty, isNeeded: boolean) => isNeeded || done(duty) !== undefined;
  if (has('ncc-notice', facts.isCyberIncident)) clocks.push(once('ncc-notice', after(noticedAt, 4)));
  const told = entries.findLast(({ duty }) => duty === 'ncc-notice' || duty === 'ncc-update');
  const isOver = entries.some(({ kind }) => kind === 'contained' || kind === 'closed');
  if (facts.isCyberIncident && told && !isOver) {
    clocks.push({ duty: 'ncc-update', dueAt: after(told.at, 4), doneAt: null, doneBy: null });
  }
  if (has('ncc-report', facts.isCyberIncident)) clocks.push(once('ncc-report', after(noticedAt, 24)));
  if (has('ndpc-notice', facts.hasPersonalData)) clocks.push(once('ndpc-notice', after(noticedAt, 72)));
  const assessed = entries.find((entry) => entry.facts?.hasPersonalData && entry.facts.isHighRisk);
  if (has('persons-told', facts.hasPersonalData && facts.isHighRisk)) {
    clocks.push(once('persons-told', assessed?.at ?? noticedAt));
  }
  return clocks;
}

/** The duty that is due next; null when nothing is to be done. */
export function nextDuty(clocks: readonly Clock[]): Clock | null {
  const open = clocks.filter(({ doneAt }) => doneAt === null);
  return open.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())[0] ?? null;
}
