import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';

export type PaymentEvent = PaymentPage['events'][number];

/** An event in plain words: what happened, its source, and its details. */
export type EventLabel = { readonly title: string; readonly by: string; readonly facts: readonly string[] };

const KOBO_PER_NAIRA = 100;

const TITLES: Readonly<Record<string, string>> = {
  confirmed: 'The payment was confirmed',
  'period-added': 'A month was added',
  'plan-upgraded': 'The plan was upgraded',
  'bundle-added': 'Extra data were added',
  'charge-paid': 'The charge was paid',
  'invoices-paid': 'Invoices were paid',
  credited: 'The money became account credit',
  held: 'Held for review',
  'credit-proposed': 'Review: a colleague is asked to book it as account credit',
  failed: 'The gateway reports it as failed',
  abandoned: 'Abandoned by the payer',
  recovered: 'Found at the gateway, missing in the database',
  reopened: 'The gateway reports it as pending again',
  'opening-refused': 'The gateway did not open the payment',
  'opening-unknown': 'The gateway did not answer when the payment was opened',
  'confirmation-asked': 'The bank asked its customer to confirm',
  'reversal-notice': 'The gateway announced a refund or a chargeback',
  'refunded-outside': 'The gateway has refunded this much; it is not in the ledger yet',
  'external-refund-recorded': 'A partial refund made at the gateway was recorded',
  'charged-back': 'Charged back by the payer’s bank',
  'dispute-won': 'The dispute was won',
  'refund-requested': 'A refund was requested',
  'refund-approved': 'The refund was approved',
  'refund-declined': 'The refund was declined',
  refunded: 'The payment was refunded',
  'refund-failed': 'The refund failed',
};

const DECISIONS: Readonly<Record<string, string>> = {
  recheck: 'Review: the gateway is asked again',
  credit: 'Review: booked as account credit',
  reject: 'Review: no money of it is ours',
};

const HELD_BECAUSE: Readonly<Record<string, string>> = {
  'other-amount': 'The gateway names another amount than was due.',
  'other-currency': 'The gateway names another currency.',
  'other-reference': 'The gateway names another reference than ours.',
  'other-mode': 'It was paid with test money where live money is expected, or the reverse.',
  'naira-kobo-mix-up': 'The amounts differ by a factor of 100: naira and kobo were mixed up.',
};

const SOURCES: Readonly<Record<string, string>> = {
  customer: 'The customer’s own check',
  'auto-pay': 'The charge of a saved card',
  webhook: 'Webhook from the gateway',
  polling: 'Scheduled check of pending payments',
  reconciliation: 'Gateway reconciliation',
};

type Details = PaymentEvent['details'];

function textIn(details: Details, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function moneyIn(details: Details, name: string): string | null {
  const value = details[name];
  if (typeof value !== 'number') return null;
  const amount = value / KOBO_PER_NAIRA;
  const currency = textIn(details, 'currency') ?? 'NGN';
  return currency === 'NGN' ? formatExactNaira(amount) : `${amount.toLocaleString('en-NG')} ${currency}`;
}

function momentIn(details: Details, name: string): string | null {
  const moment = textIn(details, name);
  return moment && formatDateTime(moment);
}

/** A label with its value, where there is one. */
function labelled(label: string, value: string | number | null): string[] {
  return value === null ? [] : [`${label}: ${value}`];
}

function someMoney(details: Details, name: string): string | null {
  return typeof details[name] === 'number' && details[name] > 0 ? moneyIn(details, name) : null;
}

function reasonOf(kind: string, details: Details): string[] {
  const reason = textIn(details, 'reason');
  if (reason === null) return [];
  if (kind !== 'held') return [`Reason: ${reason}`];
  const status = /^gateway-says-(.*)$/.exec(reason)?.[1];
  return [HELD_BECAUSE[reason] ?? (status === undefined ? reason : `The gateway’s word for it is “${status}”.`)];
}

function factsOf({ kind, source, details }: PaymentEvent): string[] {
  const gatewayWord = textIn(details, 'outcome') ?? textIn(details, 'status') ?? textIn(details, 'eventName');
  const charged = moneyIn(details, 'chargedKobo');
  const amount = moneyIn(details, 'amountKobo');
  const period = details.periodNumber;
  return [
    ...reasonOf(kind, details),
    ...labelled('Amount', amount),
    ...labelled('Charged', charged === amount ? null : charged),
    ...labelled('Month', kind === 'period-added' && typeof period === 'number' ? period : null),
    ...labelled('Receipt', textIn(details, 'receiptNumber')),
    ...labelled('Paid from credit', someMoney(details, 'creditUsedKobo')),
    ...labelled('Reference named', kind === 'held' ? textIn(details, 'reference') : null),
    ...labelled('Paid by', textIn(details, 'channel')),
    ...labelled('Refund', textIn(details, 'refund')),
    // At the counter no gateway says anything: it is the way of paying, which the page names.
    ...labelled('Gateway’s word', kind === 'confirmed' && source === 'staff' ? null : gatewayWord),
    ...(details.serviceEnded === true ? ['What it bought ended with it.'] : []),
    ...(details.planStays === true
      ? ['The dearer plan stays until this month ends: a later upgrade, which is paid, stands on this one.']
      : []),
    ...labelled('Evidence until', momentIn(details, 'dueAt')),
    ...labelled('Lost, since the credit was spent', someMoney(details, 'lostKobo')),
    ...labelled('Credit note', textIn(details, 'creditNote')),
    ...labelled('Credit returned', someMoney(details, 'creditReturnedKobo')),
    ...labelled('Referral reward reversed', someMoney(details, 'rewardTakenBackKobo')),
  ];
}

function titleOf({ kind, details }: PaymentEvent): string {
  if (kind === 'review-decided') return DECISIONS[String(details.decision)] ?? 'Review decided';
  return TITLES[kind] ?? kind.replaceAll('-', ' ');
}

/**
 * What happened, in plain words. A kind that is new to this page is shown by its own name rather
 * than not at all.
 */
export function eventLabel(event: PaymentEvent): EventLabel {
  const by = (event.by && bidiIsolate(event.by.name)) ?? SOURCES[event.source] ?? '';
  return { title: titleOf(event), by, facts: factsOf(event) };
}
