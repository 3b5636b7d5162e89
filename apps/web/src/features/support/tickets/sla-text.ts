import type { TicketCategory } from '@portal/contract/support/tickets';
import { type SlaRules, slaHours, slaWording } from '@portal/kernel/support/ticket-sla';
import { phrase } from '../../../shared/i18n/translate.ts';

export type SlaText = { readonly text: string; readonly values: Readonly<Record<string, number>> };

const ANSWER_IN_DAYS = phrase(
  'We answer you within {firstResponseDays} days and settle it within {resolutionDays} days.',
);
const USUAL: Readonly<Record<TicketCategory, string>> = {
  fault: phrase('We contact you within {firstResponseHours} hours and restore service within {resolutionHours} hours.'),
  billing: phrase('We answer you and settle it within {resolutionHours} hours.'),
  account: ANSWER_IN_DAYS,
  other: ANSWER_IN_DAYS,
};

/** The SLA of a category: `t(text, values)`. */
export function slaOf(category: TicketCategory, rules: SlaRules): SlaText {
  const { firstResponseHours, resolutionHours } = slaHours(category, rules);
  const values = {
    firstResponseHours,
    resolutionHours,
    firstResponseDays: firstResponseHours / 24,
    resolutionDays: resolutionHours / 24,
  };
  switch (slaWording(category, rules)) {
    case 'working-hours':
      return {
        text: phrase(
          'We answer you within {firstResponseHours} working hours and settle it within {resolutionHours} working hours.',
        ),
        values,
      };
    case 'hours':
      return {
        text: phrase('We answer you within {firstResponseHours} hours and settle it within {resolutionHours} hours.'),
        values,
      };
    case 'usual':
      return { text: USUAL[category], values };
  }
}
