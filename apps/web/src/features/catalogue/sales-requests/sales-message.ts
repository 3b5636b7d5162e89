import type { SalesRequestForm } from '@portal/contract/catalogue/plans';
import { formatRegion } from '../../../shared/format/region.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type PlanFilter, planSections } from '../plans/plan-sections.ts';

/** The initial text of a sales request, from the visitor's filters. The visitor can change it. */
export function salesMessage(kind: SalesRequestForm['kind'], filter: PlanFilter, t: Translate): string {
  const section = planSections.find(({ id }) => id === filter.section);
  const what = section ? t('{section} plans', { section: t(section.title) }) : t('a fibre connection');
  const area = filter.region === null ? null : formatRegion(filter.region);
  if (kind === 'quote') {
    return area
      ? t('Please send me a quote for {what} in {area}.', { what, area })
      : t('Please send me a quote for {what}.', { what });
  }
  return area
    ? t('Please contact me about {what} in {area}.', { what, area })
    : t('Please contact me about {what}.', { what });
}
