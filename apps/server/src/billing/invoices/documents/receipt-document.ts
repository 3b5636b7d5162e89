import { brand } from '@portal/brand';
import type { ReceiptView } from '@portal/contract/billing/payments/payments';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { toKobo } from '@portal/kernel/money';
import { OWN_NUMBER } from '../../payments/payment.policy.ts';
import type { InvoiceParty } from '../supply.ts';
import { dayFormat, type InvoiceDocument, inNaira, partyLines } from './invoice-document.ts';

const METHODS: Readonly<Record<string, string>> = {
  cash: 'Cash',
  pos: 'POS',
  deposit: 'Bank deposit',
  voucher: 'Voucher',
  agent: 'Agent',
};

/** How it was paid, as a person says it, with the number of the voucher or the name of the agent. */
function wayOf({ gateway, channel, paidWith }: ReceiptView): string {
  const method = channel === OWN_NUMBER ? 'Bank transfer' : (METHODS[gateway] ?? gateway);
  return paidWith ? `${method} ${paidWith}` : method;
}

const dayOf = (at: string) => dayFormat.format(new Date(at));
const nairaOf = (naira: number) => inNaira(toKobo(Math.round(naira * 100)));

/** The content of a receipt, in the form of an invoice. */
export function describeReceipt(receipt: ReceiptView, seller: InvoiceParty): InvoiceDocument {
  const { total, vatIncluded, periodStart, periodEnd, customer } = receipt;
  const service =
    periodStart === null || periodEnd === null
      ? []
      : [{ label: 'Service', value: `${dayOf(periodStart)} to ${dayOf(periodEnd)}` }];
  return {
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    title: 'Receipt',
    number: receipt.receiptNumber,
    stamp: null,
    sum: { label: 'Amount paid', value: nairaOf(total) },
    seller: partyLines(seller),
    buyer: [customer.name, ...(hasMailbox(customer.email) ? [customer.email] : [])],
    facts: [
      { label: 'Paid', value: dayOf(receipt.paidAt) },
      { label: 'Paid with', value: wayOf(receipt) },
      { label: 'Payment', value: receipt.reference },
      ...service,
    ],
    lines: receipt.lines.map(({ label, amount }) => ({ label, value: nairaOf(amount) })),
    totals: [
      ...(vatIncluded > 0 ? [{ label: 'VAT included', value: nairaOf(vatIncluded) }] : []),
      { label: 'Total paid', value: nairaOf(total) },
    ],
    notes: [],
  };
}
