import type { BatchStatus, VoucherView } from '@portal/contract/billing/staff-vouchers';
import { Ban, CircleCheck, CircleDot, CircleX, Clock, Printer, RotateCcw, UserRoundCheck } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const batchLooks: Readonly<Record<BatchStatus, StatusLook>> = {
  'awaiting-approval': { label: 'Waits for approval', kind: 'warn', icon: UserRoundCheck },
  declined: { label: 'Declined', kind: 'bad', icon: CircleX },
  approved: { label: 'PINs to hand out', kind: 'info', icon: Printer },
  issued: { label: 'Handed out', kind: 'ok', icon: CircleCheck },
  stopped: { label: 'Stopped', kind: 'bad', icon: Ban },
  refunded: { label: 'Taken back', kind: 'mute', icon: RotateCcw },
};

export const voucherLooks: Readonly<Record<VoucherView['status'], StatusLook>> = {
  issued: { label: 'Not used', kind: 'ok', icon: CircleDot },
  used: { label: 'Used', kind: 'mute', icon: CircleCheck },
  stopped: { label: 'Stopped', kind: 'bad', icon: Ban },
  expired: { label: 'Expired', kind: 'warn', icon: Clock },
  returned: { label: 'Taken back', kind: 'mute', icon: RotateCcw },
};

/** '0007', as it is printed. */
export const batchName = (number: number): string => `Batch ${String(number).padStart(4, '0')}`;

const WAYS: Readonly<Record<string, string>> = {
  web: 'on the website',
  ussd: 'by USSD',
  sms: 'by text',
  whatsapp: 'by WhatsApp',
  counter: 'at the counter',
  agent: 'at an agent',
  'quick-pay': 'by somebody who paid for them',
};

export const wayName = (via: string | null): string => WAYS[via ?? ''] ?? '';
