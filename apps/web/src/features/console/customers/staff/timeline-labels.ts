import type { TimelineEvent, TimelineKind } from '@portal/contract/console/customer-notes';
// None of the icons that the landing page has: its script would have to name them for the console.
import {
  ArrowUp,
  Banknote,
  Cable,
  CalendarCheck,
  Fingerprint,
  type LucideIcon,
  MessagesSquare,
  Network,
  Pause,
  PencilLine,
  PhoneOutgoing,
  TicketCheck,
  Undo2,
  UserCog,
  UserPlus,
} from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { paymentStatuses } from '../../../../shared/ui/feedback/status-badge.tsx';
import { actionLabel } from '../../audit/staff/audit-labels.ts';
import { outcomeNames } from '../../collections/staff/collection-labels.ts';

type KindLook = { readonly name: string; readonly icon: LucideIcon };

/** The kinds of events, as the choice above the time line names them. */
export const timelineKinds: Readonly<Record<TimelineKind, KindLook>> = {
  note: { name: 'Notes', icon: PencilLine },
  payment: { name: 'Payments', icon: Banknote },
  refund: { name: 'Refunds', icon: Undo2 },
  line: { name: 'Lines', icon: Cable },
  promise: { name: 'Promises to pay', icon: CalendarCheck },
  call: { name: 'Calls about what is owed', icon: PhoneOutgoing },
  upgrade: { name: 'Upgrades', icon: ArrowUp },
  pause: { name: 'Pauses', icon: Pause },
  ticket: { name: 'Tickets', icon: TicketCheck },
  chat: { name: 'Chats', icon: MessagesSquare },
  network: { name: 'RADIUS actions', icon: Network },
  change: { name: 'Changes by staff', icon: UserCog },
  correction: { name: 'Who they are', icon: Fingerprint },
  registered: { name: 'Registration', icon: UserPlus },
};

const LINE: Readonly<Record<string, string>> = {
  chosen: 'Chose a plan',
  started: 'Line started',
  leaving: 'Asked to cancel',
  cancelled: 'Line cancelled',
  courtesy: 'Courtesy days',
};

const REFUND: Readonly<Record<string, string>> = {
  'awaiting-approval': 'waits for approval',
  requested: 'requested',
  pending: 'on its way',
  done: 'done',
  failed: 'failed',
};

const CHAT: Readonly<Record<string, string>> = {
  waiting: 'Chat, waits for an agent',
  active: 'Chat, going on',
  resolved: 'Chat, resolved',
  'no-answer': 'Chat, ended without an answer',
  'moved-to-ticket': 'Chat, moved to a ticket',
  misuse: 'Chat, ended because of misuse',
  'ended-by-customer': 'Chat, ended by the customer',
};

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  suspended: 'the line was suspended',
  restored: 'the line is paid again',
  'plan-changed': 'another plan',
  'asked-by-staff': 'requested by staff',
  'limit-reached': 'the data of the month are used up',
  'limit-lifted': 'more data, or a new month',
  'address-changed': 'another fixed address',
  'session-limit': 'too many routers online',
  'mac-lock': 'not the router of the line',
};

const TICKET: Readonly<Record<string, string>> = { resolved: 'Ticket resolved', merged: 'Ticket merged into another' };

/** An event in a few words. */
export function titleOf({ kind, what }: TimelineEvent): string {
  switch (kind) {
    case 'registered':
      return 'Registered';
    case 'line':
      return LINE[what] ?? what;
    case 'promise':
      return `Promise to pay, ${what}`;
    case 'call':
      return `Call, ${(outcomeNames[what] ?? what).toLowerCase()}`;
    case 'upgrade':
      return 'Upgraded';
    case 'pause':
      return 'Pause began';
    case 'payment':
      return `Payment, ${(paymentStatuses[what]?.label ?? what).toLowerCase()}`;
    case 'refund':
      return `Refund, ${REFUND[what] ?? what}`;
    case 'ticket':
      return TICKET[what] ?? 'Ticket opened';
    case 'chat':
      return CHAT[what] ?? what;
    case 'network':
      return what === 'disconnect' ? 'Session ended by the portal' : 'Speed changed by the portal';
    case 'note':
      return 'Note';
    case 'change':
    case 'correction':
      return actionLabel(what);
  }
}

/** What tells it from others like it; empty where nothing does. */
export function detailOf({ kind, text, amount }: TimelineEvent): string {
  const words = kind === 'network' ? NETWORK_REASONS[text ?? ''] : text;
  return [amount !== null && formatExactNaira(amount), words].filter(Boolean).join(', ');
}

/** The page that shows more of it; null where the customer's page is all there is. */
export function pageOf({ kind, reference }: TimelineEvent): string | null {
  if (reference === null) return null;
  if (kind === 'ticket') return `/admin/tickets/${reference}`;
  if (kind === 'chat') return `/admin/inbox?chat=${encodeURIComponent(reference)}`;
  return `/admin/payments/${encodeURIComponent(reference)}`;
}
