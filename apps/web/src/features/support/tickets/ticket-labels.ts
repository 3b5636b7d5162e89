import type { TicketCategory, TicketPriority, TicketStatus } from '@portal/contract/support/tickets';
import { slaHours } from '@portal/kernel/ticket-sla';
import { Check, CircleCheck, CircleDot, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { phrase } from '../../../shared/i18n/translate.ts';
import type { BadgeKind } from '../../../shared/ui/feedback/badge.tsx';

type Look = { readonly label: string; readonly kind: BadgeKind; readonly icon?: LucideIcon };

export const ticketStatuses: Readonly<Record<TicketStatus, Look>> = {
  open: { label: phrase('Open'), kind: 'warn', icon: CircleDot },
  'in-progress': { label: phrase('In progress'), kind: 'info', icon: RefreshCw },
  resolved: { label: phrase('Resolved'), kind: 'ok', icon: CircleCheck },
  closed: { label: phrase('Closed'), kind: 'mute', icon: Check },
};

export const ticketPriorities: Readonly<Record<TicketPriority, Look>> = {
  low: { label: phrase('Low'), kind: 'mute' },
  medium: { label: phrase('Medium'), kind: 'info' },
  high: { label: phrase('High'), kind: 'warn' },
  urgent: { label: phrase('Urgent'), kind: 'bad', icon: TriangleAlert },
};

export type Promised = { readonly text: string; readonly values: Readonly<Record<string, number>> };

/** The SLA of each category: `t(text, values)`. */
export function slaOf(category: TicketCategory): Promised {
  const { firstResponseHours, resolutionHours } = slaHours[category];
  const values = {
    firstResponseHours,
    resolutionHours,
    firstResponseDays: firstResponseHours / 24,
    resolutionDays: resolutionHours / 24,
  };
  switch (category) {
    case 'fault':
      return {
        text: phrase(
          'We contact you within {firstResponseHours} hours and restore service within {resolutionHours} hours.',
        ),
        values,
      };
    case 'billing':
      return { text: phrase('We answer you and settle it within {resolutionHours} hours.'), values };
    case 'account':
    case 'other':
      return {
        text: phrase('We answer you within {firstResponseDays} days and settle it within {resolutionDays} days.'),
        values,
      };
  }
}
