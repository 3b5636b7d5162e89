import type { Queryable } from '../../database/connection.ts';
import { isReferredBeforeFirstPeriod } from './referral.repository.ts';

/** True while a referred friend has the first month before them, which is 20 % cheaper (specification section 9). */
export async function hasFirstMonthDiscount(database: Queryable, userId: number): Promise<boolean> {
  return isReferredBeforeFirstPeriod(database, userId);
}
