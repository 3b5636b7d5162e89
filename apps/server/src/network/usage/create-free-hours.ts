import type { Database } from '../../platform/database/connection.ts';
import type { FreeHours } from './free-hours.policy.ts';
import { listFreeHours } from './usage.repository.ts';

/** The free hours of a plan; null where it has none. */
export type FreeHoursOf = (planId: string | null) => FreeHours | null;

/**
 * The free hours of all plans, held in memory: a packet costs no query for them. `refresh` reads them
 * again; until the first time no plan has any.
 */
export function createFreeHours(database: Database): {
  readonly freeHoursOf: FreeHoursOf;
  readonly refresh: () => Promise<void>;
} {
  let known: ReadonlyMap<string, FreeHours> = new Map();
  return {
    freeHoursOf: (planId) => (planId === null ? null : (known.get(planId) ?? null)),
    refresh: async () => {
      known = await listFreeHours(database);
    },
  };
}
