import type { Queryable } from '../../platform/database/connection.ts';
import { findReferralBeforeFirstPeriod } from './referral.repository.ts';
import { hasFraudSignals } from './referral-fraud-signals.repository.ts';

/**
 * True while a referred friend has not paid for the first month, which is 20 % cheaper
 * (specification section 9). Not for a friend who by the fraud signals is the referrer under
 * another name, or lives with them: that is rewarded on neither side (threats U5).
 */
export async function hasFirstMonthDiscount(database: Queryable, userId: number): Promise<boolean> {
  const referralId = await findReferralBeforeFirstPeriod(database, userId);
  return referralId !== null && !(await hasFraudSignals(database, referralId));
}
