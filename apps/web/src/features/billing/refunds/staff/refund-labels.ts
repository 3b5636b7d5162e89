import { counterMethod } from '@portal/contract/billing/staff-counter';
import type { PaymentPage } from '@portal/contract/billing/staff-payments';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';

/**
 * The consequences of a refund, one sentence each: the sum first. Nothing for a payment that cannot
 * be refunded.
 */
export function refundConsequences(payment: PaymentPage, keepService: boolean): string[] {
  const { refundable, refundedOutside, period, gateway, customer } = payment;
  if (!refundable) return [];
  const sum = formatExactNaira(refundable.amount);
  const share = refundedOutside > 0 ? 'all that is left of it' : 'all of it';
  const way =
    gateway === 'credit'
      ? `${sum} is account credit of ${bidiIsolate(customer.name)} again.`
      : `${sum}, ${share}, goes back to ${bidiIsolate(customer.name)} ${wayBack(gateway)}.`;
  return [
    way,
    ...(period ? [boughtSentence(period, keepService)] : takenFromCredit(sum, gateway)),
    ...(refundable.creditReturned > 0
      ? [`The ${formatExactNaira(refundable.creditReturned)} of account credit that paid for a part is theirs again.`]
      : []),
    ...(refundable.needsApproval ? ['For a sum as large as this a second person has to approve it first.'] : []),
  ];
}

/** What was taken at the counter goes back by a transfer that staff make. */
function wayBack(gateway: string): string {
  const isCounter = counterMethod.options.some((method) => method === gateway);
  return isCounter ? 'by a bank transfer that you make' : `through ${formatGateway(gateway)}`;
}

const MONTH_ENDS =
  'The month that it bought ends now. If no other paid month is running, the line goes off, and nothing is billed, charged or taken from credit until the customer pays again.';

function boughtSentence({ kind, endsAt }: NonNullable<PaymentPage['period']>, keepService: boolean): string {
  if (kind === 'bundle') {
    return keepService
      ? `The extra data stay until ${formatDate(endsAt)}.`
      : 'The extra data that it bought are taken out of the month.';
  }
  if (kind === 'invoice') return 'A credit note corrects the invoices that it paid. The lines stay on.';
  if (kind === 'charge') return 'The charge counts as refunded.';
  return keepService ? `The line stays paid until ${formatDate(endsAt)}.` : MONTH_ENDS;
}

function takenFromCredit(sum: string, gateway: string): string[] {
  return gateway === 'credit' ? [] : [`It had become account credit: ${sum} of it is taken back.`];
}
