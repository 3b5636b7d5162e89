import type { PlanForm } from '@portal/contract/catalogue/staff-plans';

/** The kinds of plans as staff call them. */
export const PLAN_TYPES: Record<PlanForm['type'], string> = {
  residential: 'Residential',
  sme: 'Small business',
  business: 'Business',
  enterprise: 'Enterprise',
};

/** '1 customer', '12 customers'. */
export function customerCountLabel(count: number): string {
  return count === 1 ? '1 customer' : `${count.toLocaleString('en-NG')} customers`;
}
