import type { ChatCloseReason } from '@portal/contract/support/chat';
import type { StaffChat } from '@portal/contract/support/staff-chat';
import { CircleCheck, CircleSlash, Clock, MessageCircle, Ticket, UserX } from 'lucide-react';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

const ENDS: Readonly<Record<ChatCloseReason, StatusLook>> = {
  resolved: { label: 'Resolved', kind: 'ok', icon: CircleCheck },
  'no-answer': { label: 'No answer', kind: 'mute', icon: CircleSlash },
  'moved-to-ticket': { label: 'Moved to a ticket', kind: 'mute', icon: Ticket },
  misuse: { label: 'Misuse', kind: 'mute', icon: UserX },
  'ended-by-customer': { label: 'Ended by the customer', kind: 'mute', icon: CircleSlash },
};

/** The state of a chat, in a word. */
export function lookOf({ status, closeReason }: StaffChat): StatusLook {
  if (status === 'waiting') return { label: 'Waiting', kind: 'warn', icon: Clock };
  if (status === 'active') return { label: 'Active', kind: 'info', icon: MessageCircle };
  return ENDS[closeReason ?? 'resolved'];
}

/** Whether we know whose account it is: somebody outside the portal may be unknown. */
export const isKnown = ({ customer }: StaffChat): boolean => customer.id !== 0;

/** The first of somebody's names. */
export function firstName(name: string): string {
  return bidiIsolate(name.split(' ', 1)[0] ?? name);
}
