import { type SlaRules, standardSla } from '@portal/kernel/support/ticket-sla';
import { useSiteFacts } from '../../../shared/site/site-facts.ts';

/** When support is there and how soon it answers, as the page was loaded with it. */
export function useSlaRules(): SlaRules {
  return useSiteFacts().support ?? standardSla;
}
