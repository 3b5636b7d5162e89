import type {
  FeeVat,
  ReportColumns,
  SettlementFinding,
  SettlementFindingKind,
  SettlementStatus,
} from '@portal/contract/billing/gateway-settlements';
import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const settlementLooks: Readonly<Record<SettlementStatus, StatusLook>> = {
  pending: { label: 'On its way', kind: 'warn', icon: Clock },
  paid: { label: 'Paid out', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
  flagged: { label: 'Held back', kind: 'bad', icon: TriangleAlert },
};

export const feeVatLabels: Readonly<Record<FeeVat, string>> = {
  none: 'None that we recover',
  included: 'Inside its fees',
  added: 'On top of its fees',
};

export const reportFieldLabels: Readonly<Record<keyof ReportColumns, string>> = {
  paymentReference: 'Payment reference (ours)',
  amount: 'Amount paid by the customer',
  fee: 'Fee',
  settlementAmount: 'Settlement amount (net)',
  settlementDate: 'Settlement date',
  batchReference: 'Reference of the settlement',
  accountNumber: 'Account number',
};

type Words = { readonly title: string; readonly advice: string };

/** What each finding means, and what to do about it. */
export const findingWords: Readonly<Record<SettlementFindingKind, Words>> = {
  'sums-differ': {
    title: 'The total is not the sum of its payments',
    advice: 'The difference is in suspense. Ask the gateway for the missing or doubled payment.',
  },
  'deduction-unknown': {
    title: 'Something was taken off without a name',
    advice:
      'It is no refund or chargeback that we know, and is in suspense. Look for it on the gateway’s dashboard: a chargeback, a reserve or a correction.',
  },
  'not-ours': {
    title: 'A payment under a reference that is not ours',
    advice:
      'Something else that is sold through the same account, or a payment that our database lost. Its sum is in suspense; it leaves it by itself once the payment is ours.',
  },
  'unpaid-payment': {
    title: 'Paid out, but not paid in our ledger',
    advice:
      'Open the payment and have it checked again. Once it is booked, its sum leaves suspense in the next night by itself.',
  },
  'settled-twice': {
    title: 'In two settlements',
    advice: 'The gateway paid it out a second time. The sum is in suspense: expect it to take it back.',
  },
  'other-amount': {
    title: 'Paid out with another sum than ours',
    advice: 'The gateway’s account lost our sum; the difference is in suspense. Compare the payment with the gateway.',
  },
  'refund-not-taken': {
    title: 'Paid out although it went back',
    advice:
      'A later settlement takes the refund or chargeback off, and resolves this. Ask when none does within two weeks.',
  },
  'refund-not-booked': {
    title: 'A refund that our ledger does not have',
    advice: 'Somebody refunded it on the gateway’s dashboard. Record it under gateway reconciliation.',
  },
  'figures-changed': {
    title: 'The gateway says something else since it was booked',
    advice: 'What was booked stays. Ask the gateway which of the two is right, and correct it in your own ledger.',
  },
  'account-changed': {
    title: 'Paid to another account than before',
    advice:
      'Find out today who changed the account at the gateway. If nobody of yours did, have the gateway stop its payouts.',
  },
  'not-paid-out': {
    title: 'Not paid out',
    advice: 'The gateway’s dashboard says what it needs. Nothing is booked until it is paid out.',
  },
  'not-to-bank': {
    title: 'Stayed in a balance at the gateway',
    advice: 'No line of a bank statement will show it until it is moved to the bank.',
  },
};

const DETAILS: Readonly<Record<string, string>> = {
  amount: 'Sum',
  ours: 'Ours',
  total: 'Total',
  rows: 'Its payments together',
  other: 'Settlement that has it',
  status: 'State',
  message: 'The gateway says',
  before: 'Before',
  now: 'Now',
  gross: 'Gross now',
  net: 'Net now',
  bookedGross: 'Gross booked',
  bookedNet: 'Net booked',
  bookedAmount: 'Payments booked',
  payments: 'Payments now',
  vendorReference: 'The gateway’s number',
};

/** "Total: ₦50,050; Its payments together: ₦50,000". */
export function describeDetails({ details, subject }: Pick<SettlementFinding, 'details' | 'subject'>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && value !== subject)
    .map(([name, value]) => `${DETAILS[name] ?? name}: ${typeof value === 'number' ? formatExactNaira(value) : value}`)
    .join('; ');
}
