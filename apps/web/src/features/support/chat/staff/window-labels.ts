import type { StaffChat } from '@portal/contract/support/staff-chat';
import { formatMoment, formatTime } from '../../../../shared/format/date.ts';

const DAY_MS = 24 * 3_600_000;

export type WindowState =
  | { readonly kind: 'portal' }
  | { readonly kind: 'open'; readonly label: string }
  | { readonly kind: 'closed' | 'gone'; readonly label: string };

/**
 * Whether somebody may be written to freely. In the portal always; on WhatsApp for 24 hours after they
 * have written.
 */
export function windowOf({ contact }: Pick<StaffChat, 'contact'>, nowMs: number): WindowState {
  if (!contact) return { kind: 'portal' };
  if (contact.isGone) return { kind: 'gone', label: 'This number belongs to somebody else now.' };
  const until = contact.writableUntil;
  if (until === null || Date.parse(until) <= nowMs) {
    return {
      kind: 'closed',
      label: 'They last wrote more than 24 hours ago, so WhatsApp takes only a template until they write again.',
    };
  }
  const isToday = Date.parse(until) - nowMs < DAY_MS / 2;
  return { kind: 'open', label: `open until ${isToday ? formatTime(until) : formatMoment(until)}` };
}
