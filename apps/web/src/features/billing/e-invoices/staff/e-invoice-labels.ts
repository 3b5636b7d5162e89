import type { EInvoice } from '@portal/contract/billing/e-invoices';
import { CircleCheck, CircleHelp, CircleX, Clock } from 'lucide-react';
import { formatMoment, formatTimeOrMoment } from '../../../../shared/format/date.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const eInvoiceStatuses: Record<EInvoice['status'], StatusLook> = {
  waiting: { label: 'Waiting', kind: 'info', icon: Clock },
  unknown: { label: 'Asked for', kind: 'info', icon: CircleHelp },
  registered: { label: 'Registered', kind: 'ok', icon: CircleCheck },
  refused: { label: 'Refused', kind: 'bad', icon: CircleX },
};

/** The same beside a paper: of what is under way the desk need not know more. */
export const registrationStatuses: Record<'waiting' | 'registered' | 'refused', StatusLook> = {
  waiting: { label: 'Being registered', kind: 'info', icon: Clock },
  registered: { label: 'Registered', kind: 'ok', icon: CircleCheck },
  refused: { label: 'Registration refused', kind: 'bad', icon: CircleX },
};

export const PROCEDURES: Readonly<Record<EInvoice['procedure'], string>> = {
  clearance: 'Clearance',
  reporting: 'Reporting',
};

/** What comes before the words of the provider, by the code of a fault; those that are whole sentences have none. */
const FAULTS: Readonly<Record<string, string>> = {
  'not-sent': 'It could not be sent',
  unknown: 'No clear answer came, so it is asked for or sent again',
  busy: 'The provider asks us to wait',
  'keys-refused': 'The provider rejects our keys',
};
const WHOLE = new Set(['incomplete', 'duplicate', 'other-number']);

/** What is wrong with a document, in a sentence; null where nothing is. */
export function faultSentence({ fault }: EInvoice): string | null {
  if (fault === null) return null;
  if (WHOLE.has(fault.code)) return fault.message;
  return `${FAULTS[fault.code] ?? 'The authority refuses it'}: ${fault.message}`;
}

/** Since when, how often and until when. */
export function eInvoiceTimes(document: EInvoice, now: Date): string {
  const { attempts, createdAt, dueAt, nextAttemptAt, registeredAt } = document;
  if (registeredAt) return `Registered ${formatMoment(registeredAt)}`;
  const isLate = dueAt !== null && new Date(dueAt) <= now;
  return [
    `Since ${formatMoment(createdAt)}`,
    attempts > 0 && (attempts === 1 ? '1 attempt' : `${attempts} attempts`),
    nextAttemptAt && new Date(nextAttemptAt) > now && `next ${formatTimeOrMoment(nextAttemptAt)}`,
    dueAt && `${isLate ? 'was to be' : 'to be'} reported by ${formatMoment(dueAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
