import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { phrase } from '../../../shared/i18n/translate.ts';

export type PlanSectionId = 'home' | 'sme' | 'business';

export type PlanSection = {
  readonly id: PlanSectionId;
  readonly title: string;
  /** `{where}` in it is where the provider sells. */
  readonly intro: string;
  readonly types: readonly ServicePlan['type'][];
};

export const planSections: readonly PlanSection[] = [
  {
    id: 'home',
    title: phrase('Home'),
    intro: phrase('For flats and family houses {where}.'),
    types: ['residential'],
  },
  { id: 'sme', title: phrase('SME'), intro: phrase('For shops, clinics, schools and small offices.'), types: ['sme'] },
  {
    id: 'business',
    title: phrase('Business'),
    intro: phrase('For companies, government and institutions.'),
    types: ['business', 'enterprise'],
  },
];

export type PlanFilter = { readonly section: PlanSectionId | null; readonly region: string | null };

export type FilledSection = { readonly section: PlanSection; readonly plans: readonly ServicePlan[] };

/**
 * The sections that have plans under a filter, each in the server's order. Null means no
 * restriction.
 */
export function arrangePlans(plans: readonly ServicePlan[], filter: PlanFilter): readonly FilledSection[] {
  return planSections
    .filter((section) => filter.section === null || section.id === filter.section)
    .map((section) => ({
      section,
      plans: plans.filter(
        (plan) => section.types.includes(plan.type) && (filter.region === null || plan.region === filter.region),
      ),
    }))
    .filter((filled) => filled.plans.length > 0);
}

/** Specification section 3, Region: the choices until the plans have loaded. */
const KNOWN_REGIONS: readonly string[] = ['lagos', 'abuja'];

/**
 * The regions that the plans are sold in, in the order in which they first appear. Undefined: the
 * plans are loading.
 */
export function regionsOf(plans: readonly ServicePlan[] | undefined): readonly string[] {
  if (plans === undefined) return KNOWN_REGIONS;
  return [...new Set(plans.map((plan) => plan.region).filter((region) => region !== ''))];
}

/**
 * Specification section 2: plans with 'triple play' in the name, whatever its case, carry the
 * Business badge.
 */
export function isTriplePlay(planName: string): boolean {
  return planName.toLowerCase().includes('triple play');
}

/**
 * The filter in the address, for example `?region=lagos&type=home`. A value that is not sold
 * restricts nothing.
 */
export function readPlanFilter(search: URLSearchParams, regions: readonly string[]): PlanFilter {
  const type = search.get('type');
  const region = search.get('region')?.toLowerCase() ?? '';
  return {
    section: planSections.find((section) => section.id === type)?.id ?? null,
    region: regions.includes(region) ? region : null,
  };
}
