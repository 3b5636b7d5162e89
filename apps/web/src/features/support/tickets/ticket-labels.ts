import type { TicketPriority, TicketStatus } from '@portal/contract/support/tickets';
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
