import type { Announcement } from '@portal/contract/console/announcements';
import { CircleCheck, CircleX, Clock, Moon } from 'lucide-react';
import { formatRegion } from '../../../../shared/format/region.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const KINDS: Record<Announcement['kind'], string> = { promotion: 'Promotion', service: 'News of the service' };

/**
 * The progress of announcements; one that waits for the end of the quiet hours is still being sent.
 */
export const STATES: Record<Announcement['state'] | 'resting', StatusLook> = {
  sending: { label: 'Being sent', kind: 'info', icon: Clock },
  resting: { label: 'Rests until the quiet hours end', kind: 'mute', icon: Moon },
  sent: { label: 'Sent', kind: 'ok', icon: CircleCheck },
  stopped: { label: 'Stopped', kind: 'warn', icon: CircleX },
};

const FIXED = new Map([
  ['everybody', 'Every customer'],
  ['line:active', 'Customers whose line is active'],
  ['line:suspended', 'Customers whose line is suspended'],
]);

/** 'region:lagos' in words; a plan by its name, if that is known. */
export function audienceLabel(audience: string, planName: string | null = null): string {
  const [which, value = ''] = audience.split(':');
  if (which === 'region') return `Customers in ${formatRegion(value)}`;
  if (which === 'plan') return `Customers on ${planName ?? 'a plan'}`;
  return FIXED.get(audience) ?? audience;
}

export function customerCountLabel(count: number): string {
  return count === 1 ? '1 customer' : `${count.toLocaleString('en-NG')} customers`;
}

/** The recipients of an announcement, and who is left out or gets it at the bell only. */
export function reachLabel(
  kind: Announcement['kind'],
  { audience, customers }: { readonly audience: number; readonly customers: number },
): string {
  if (kind === 'service') {
    if (customers === 0) return 'Nobody will see it: there is no such customer.';
    return `${customerCountLabel(customers)} will see it at the bell. Those who want no service updates get no mail or push of it.`;
  }
  const others = audience - customers;
  if (audience === 0) return 'Nobody will get it: there is no such customer.';
  if (others === 0) return `${customerCountLabel(customers)} will get it: all of them want promotional offers.`;
  return `${customers === 0 ? 'Nobody' : customerCountLabel(customers)} will get it. ${customerCountLabel(others)} of this audience ${others === 1 ? 'wants' : 'want'} no promotional offers and will be told nothing.`;
}

/** How many have it, of how many while it lasts. */
export function progressLabel({ state, delivered, expected }: Announcement): string {
  if (state === 'sent') return `Delivered to ${customerCountLabel(delivered)}`;
  return `Delivered to ${delivered.toLocaleString('en-NG')} of ${customerCountLabel(expected)}`;
}
