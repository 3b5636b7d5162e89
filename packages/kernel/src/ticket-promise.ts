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

export type Promised = { readonly contactBy: Date; readonly resolveBy: Date };

/** What we promise for a report of this kind. */
export function promisesFor(category: keyof typeof promisedHours, reportedAt: Date): Promised {
  const after = (hours: number) => new Date(reportedAt.getTime() + hours * HOUR_MS);
  const { contactHours, resolveHours } = promisedHours[category];
  return { contactBy: after(contactHours), resolveBy: after(resolveHours) };
}
