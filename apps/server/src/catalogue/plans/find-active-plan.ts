import type { Kobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import type { StoredAtLimit, StoredFreeHours } from './at-limit.policy.ts';
import { selectActivePlan } from './plan.repository.ts';

export type ActivePlan = StoredAtLimit &
  StoredFreeHours & {
    readonly id: string;
    readonly name: string;
    readonly region: string;
    readonly speed: string;
    readonly downloadMbps: number;
    /** Null is unlimited. */
    readonly dataLimitGb: number | null;
    /** A month, VAT included. */
    readonly priceKobo: Kobo;
    readonly currency: string;
    readonly type: 'residential' | 'sme' | 'business' | 'enterprise';
    readonly features: string[];
  };

/**
 * The plan if it can be bought now, else null: also for an invalid id, such as those of the
 * client's fallback list.
 */
export async function findActivePlan(database: Queryable, planId: string): Promise<ActivePlan | null> {
  return isUuid(planId) ? selectActivePlan(database, planId) : null;
}
