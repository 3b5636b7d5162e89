import { DAY_MS } from '@portal/kernel/calendar';

/** By when a document that is reported has to be registered: 24 hours after it became a tax invoice (NRS, MBS). */
export function reportingDueAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + DAY_MS);
}
