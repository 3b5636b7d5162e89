import type { BankLine, MatchKind } from '@portal/contract/billing/bank/bank-lines';
import { CircleCheck, CircleDashed, Lightbulb } from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const kindNames: Readonly<Record<MatchKind, string>> = {
  payout: 'Payout of a gateway',
  deposit: 'Deposit',
  pos: 'Card payment at the counter',
  'hand-over': 'Hand-over of a till',
  'agent-settlement': 'Transfer of an agent',
  refund: 'Refund by transfer',
  'own-transfer': 'Own transfer',
  reversal: 'Reversal',
  charge: 'Bank charge',
  'stamp-duty': 'Stamp duty',
  interest: 'Interest',
  suspense: 'Not explained yet',
};

export const lineLooks: Readonly<Record<BankLine['status'], StatusLook>> = {
  open: { label: 'Open', kind: 'warn', icon: CircleDashed },
  proposed: { label: 'Proposed', kind: 'info', icon: Lightbulb },
  matched: { label: 'Matched', kind: 'ok', icon: CircleCheck },
};

/** '+₦5,000' for money in, '−₦53.75' for money out. */
export const signedNaira = (naira: number): string => `${naira < 0 ? '−' : '+'}${formatExactNaira(Math.abs(naira))}`;
