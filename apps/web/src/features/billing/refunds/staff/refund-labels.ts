import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { paidOutGateway } from '@portal/contract/billing/payments/staff-payouts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';

/**
 * The consequences of a refund, one sentence each: the sum first. Nothing for a payment that cannot
 * be refunded.
 */
export function refundConsequences(payment: PaymentPage, keepService: boolean): string[] {
  const { refundable, refundedOutside, period, gateway, channel, customer } = payment;
  if (!refundable) return [];
  const { withheldTakenBack = 0 } = refundable;
  const sum = formatExactNaira(refundable.amount);
  const share = refundedOutside > 0 ? 'all that is left of it' : 'all of it';
  const way =
    gateway === 'credit'
      ? `${sum} is account credit of ${bidiIsolate(customer.name)} again.`
      : `${sum}, ${share}, goes back to ${bidiIsolate(customer.name)} ${wayBack(gateway)}.`;
  return [
    way,
    ...(period ? [boughtSentence(period, keepService, gateway)] : takenFromCredit(sum, gateway)),
    ...(refundable.creditReturned > 0
      ? [`The ${formatExactNaira(refundable.creditReturned)} of account credit that paid for a part is theirs again.`]
      : []),
    ...(withheldTakenBack > 0
      ? [`The ${formatExactNaira(withheldTakenBack)} of tax that was withheld with it is taken back too.`]
      : []),
    ...(isPaidOutByHand(gateway) ? ['It waits until it is paid out, of which the customer is told.'] : []),
    ...(channel === 'virtual-account' && !isPaidOutByHand(gateway)
      ? [`Where ${formatGateway(gateway)} does not send a transfer back, it waits until you pay it out.`]
      : []),
    ...(refundable.needsApproval ? ['For a sum as large as this a second person has to approve it first.'] : []),
  ];
}

/** Whether no gateway sends it back, so that staff pay it out themselves. */
export function isPaidOutByHand(gateway: string): boolean {
  return paidOutGateway.options.some((method) => method === gateway);
}

function wayBack(gateway: string): string {
  return isPaidOutByHand(gateway) ? 'in cash from a till, or by a bank transfer' : `through ${formatGateway(gateway)}`;
}

const MONTH_ENDS = (at: string) =>
  `The month that it bought ends ${at}. If no other paid month is running, the line goes off, and nothing is billed, charged or taken from credit until the customer pays again.`;

function boughtSentence(
  { kind, endsAt }: NonNullable<PaymentPage['period']>,
  keepService: boolean,
  gateway: string,
): string {
  if (kind === 'bundle') {
    return keepService
      ? `The extra data stay until ${formatDate(endsAt)}.`
      : 'The extra data that it bought are taken out of the month.';
  }
  if (kind === 'invoice') return 'A credit note corrects the invoices that it paid. The lines stay on.';
  if (kind === 'charge') return 'The charge counts as refunded.';
  return keepService
    ? `The line stays paid until ${formatDate(endsAt)}.`
    : MONTH_ENDS(isPaidOutByHand(gateway) ? 'when it is paid out' : 'now');
}

function takenFromCredit(sum: string, gateway: string): string[] {
  return gateway === 'credit' ? [] : [`It had become account credit: ${sum} of it is taken back.`];
}
