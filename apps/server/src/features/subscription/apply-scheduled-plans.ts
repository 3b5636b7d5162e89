import type { Database } from '../../database/connection.ts';
import { adoptPlansOfBegunPeriods } from './subscription.repository.ts';

const BATCH = 500;

/** Makes plans current whose paid period has begun, up to 500 periods a run; returns how many lines changed. Repeating and running beside others is safe. */
export async function applyScheduledPlans(database: Database, now: Date): Promise<number> {
  return adoptPlansOfBegunPeriods(database, now, BATCH);
}
