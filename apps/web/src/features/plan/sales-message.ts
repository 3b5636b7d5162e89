import type { SalesRequestForm } from '@portal/contract/plan';
import { formatRegion } from '../../shared/format/region.ts';
import { type PlanFilter, planSections } from './plan-sections.ts';

/** The words a sales request starts with, from what the visitor was looking at. They are the visitor's to change. */
export function salesMessage(kind: SalesRequestForm['kind'], filter: PlanFilter): string {
  const section = planSections.find(({ id }) => id === filter.section);
  const what = section ? `${section.title} plans` : 'a fibre connection';
  const where = filter.region ? ` in ${formatRegion(filter.region)}` : '';
  return kind === 'quote' ? `Please send me a quote for ${what}${where}.` : `Please contact me about ${what}${where}.`;
}
