import type { PaymentPromise } from '@portal/contract/billing/payment-promises';
import { CalendarCheck, CalendarX, CircleCheck, Undo2 } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

/** What became of a promise. */
export const PROMISE_STATES: Readonly<Record<PaymentPromise['state'], StatusLook>> = {
  running: { label: 'Running', kind: 'warn', icon: CalendarCheck },
  kept: { label: 'Kept', kind: 'ok', icon: CircleCheck },
  broken: { label: 'Broken', kind: 'bad', icon: CalendarX },
  withdrawn: { label: 'Withdrawn', kind: 'mute', icon: Undo2 },
};
