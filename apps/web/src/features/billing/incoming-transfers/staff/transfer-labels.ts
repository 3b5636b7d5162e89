import type { IncomingTransfer, TransferReason } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { CircleCheck, Clock, RotateCcw, Undo2, UserRoundCheck } from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

type Suggestion = IncomingTransfer['suggestions'][number];

export const transferStatuses: Record<IncomingTransfer['status'], StatusLook> = {
  waiting: { label: 'Waiting', kind: 'warn', icon: Clock },
  returning: { label: 'Waits for a colleague', kind: 'info', icon: UserRoundCheck },
  settled: { label: 'Settled', kind: 'ok', icon: CircleCheck },
  returned: { label: 'Sent back', kind: 'mute', icon: Undo2 },
  reversed: { label: 'Reversed', kind: 'bad', icon: RotateCcw },
};

const REASONS: Record<TransferReason, string> = {
  'unknown-number': 'Nobody has the number that it was sent to.',
  'closed-number': 'The number that it was sent to is closed.',
  'several-customers': 'Several customers may have the number that it was sent to.',
  'other-currency': 'It is not in naira, so it cannot pay a bill.',
  'test-money': 'It is test money of the provider, not real.',
  'session-twice': 'The bank used its session id for another transfer before.',
};

/** Why a transfer waits, as a sentence. */
export function reasonOf(reason: TransferReason): string {
  return REASONS[reason];
}

/** Whether it can be a customer's at all: money that is in naira, and real. */
export function isAssignable({ reason }: Pick<IncomingTransfer, 'reason'>): boolean {
  return reason !== 'other-currency' && reason !== 'test-money';
}

const WHY: Record<Suggestion['why'], string> = {
  number: 'whose number it was',
  narration: 'whose account number the narration names',
  invoice: 'whose invoice the narration names',
  name: 'who has the name of the payer',
};

/** Why a customer is suggested, after their name. */
export function whyOf({ why }: Suggestion): string {
  return WHY[why];
}

/** What is filled in as the reason, to be confirmed or changed. */
export function reasonFor({ why, customer }: Suggestion, transfer: IncomingTransfer): string {
  switch (why) {
    case 'number':
      return `It was sent to ${transfer.sentTo ?? 'a number'}, which was theirs.`;
    case 'narration':
      return `The narration names their account number, ${customer.accountNumber}.`;
    case 'invoice':
      return 'The narration names an invoice of theirs.';
    case 'name':
      return `The payer, ${transfer.payer ?? 'by the bank'}, has their name.`;
  }
}

/** The sum in its currency: "₦25,000", "USD 120.00". */
export function sumOf({ amount, currency }: Pick<IncomingTransfer, 'amount' | 'currency'>): string {
  if (currency === 'NGN') return formatExactNaira(amount);
  return `${currency} ${amount.toLocaleString('en-NG', { minimumFractionDigits: 2 })}`;
}

/** A customer's account number as it is read out: "1234 567 897". */
export function spacedNumber(accountNumber: string): string {
  return accountNumber.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}
