import { vatPercent } from '@portal/kernel/billing/vat';
import { nairaFromKobo, toKobo } from '@portal/kernel/money';
import type { EInvoice, EInvoiceLine, EInvoiceParty } from '../e-invoice.policy.ts';
import type { EInvoiceOrder } from './access-point.port.ts';

/**
 * The authority's own codes, which are not those of UBL (MBS, Invoice Types; Interswitch, NRS
 * E-Invoicing: 381 invoice, 380 credit note).
 */
const TYPE_CODES = { invoice: '381', 'credit-note': '380' } as const;

/** It has no category for what is exempt. */
const TAX_CATEGORIES = { standard: 'STANDARD_VAT', 'zero-rated': 'ZERO_VAT', exempt: 'ZERO_VAT' } as const;

/** ISIC 6110, wired telecommunications activities. */
export const SERVICE = { code: '6110', name: 'Wired telecommunications activities' } as const;

const LONGEST_ITEM = 200;

const naira = (amountKobo: number) => nairaFromKobo(toKobo(amountKobo));

const isOf = (vat: EInvoiceLine['vat']) => (item: EInvoiceLine) =>
  item.vat.category === vat.category && item.vat.rate === vat.rate;

/** A line with the discounts that are taken off it. */
type AuthorityLine = EInvoiceLine & { readonly discountKobo: number };

/**
 * The lines as the authority has them. Its form has no rounding, so the kobo of one is on the first line of
 * its rate; and discounts belong to lines, so each is taken off those of its rate, the first first.
 */
function linesOf({ lines, allowances, vat }: EInvoice): AuthorityLine[] {
  return vat.flatMap((part) => {
    const discounts = allowances.filter(isOf(part)).reduce((sum, { netKobo }) => sum + netKobo, 0);
    let left = discounts;
    return lines.filter(isOf(part)).map((line, index) => {
      const rounding = index === 0 ? part.grossKobo - part.taxableKobo - part.vatKobo : 0;
      const netKobo = toKobo(line.netKobo + rounding);
      const discountKobo = Math.min(left, netKobo);
      left -= discountKobo;
      return { ...line, netKobo, discountKobo };
    });
  });
}

/** A text without the characters that no form of the document can carry. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function partyOf(party: EInvoiceParty) {
  const { street, city, country } = party.place;
  return {
    party_name: plain(party.name),
    tin: party.taxId,
    email: party.email,
    ...(party.phone !== null && { telephone: party.phone }),
    postal_address: {
      street_name: plain(street ?? ''),
      city_name: plain(city ?? ''),
      postal_zone: '',
      country,
    },
  };
}

/** The form of a line: services have a code of their own in one provider and that of goods in another. */
export type LineForm = { readonly [field: string]: string };

/**
 * A document in the JSON of the tax authority (MBS invoice schema 1.1, and Interswitch's after it). Amounts
 * are naira as JSON numbers.
 */
export function mbsDocument(
  { irn, isBusiness, document }: EInvoiceOrder,
  { businessId, service }: { readonly businessId: string; readonly service: LineForm },
) {
  const { totals, corrects } = document;
  const lines = linesOf(document);
  const exclusiveKobo = totals.totalKobo - totals.vatKobo;
  const linesKobo = lines.reduce((sum, { netKobo }) => sum + netKobo, 0);
  return {
    business_id: businessId,
    irn,
    invoice_kind: isBusiness ? 'B2B' : 'B2C',
    issue_date: document.issueDate,
    issue_time: document.issueTime,
    due_date: document.dueDate,
    tax_point_date: document.taxPointDate,
    invoice_type_code: TYPE_CODES[document.kind],
    document_currency_code: 'NGN',
    tax_currency_code: 'NGN',
    payment_status: totals.paidKobo === totals.totalKobo ? 'PAID' : 'PENDING',
    ...(document.purchaseOrder !== null && { order_reference: plain(document.purchaseOrder) }),
    ...(corrects && { billing_reference: [{ irn: corrects.irn, issue_date: corrects.issueDate }] }),
    accounting_supplier_party: partyOf(document.seller),
    ...(isBusiness && { accounting_customer_party: partyOf(document.buyer) }),
    invoice_line: lines.map(({ name, netKobo, discountKobo }, index) => ({
      ...service,
      invoiced_quantity: 1,
      line_extension_amount: naira(netKobo),
      discount_rate: 0,
      discount_amount: naira(discountKobo),
      fee_rate: 0,
      fee_amount: 0,
      item: {
        name: plain(name).slice(0, LONGEST_ITEM),
        description: plain(name),
        sellers_item_identification: String(index + 1),
      },
      price: { price_amount: naira(netKobo), base_quantity: 1, price_unit: 'NGN per 1' },
    })),
    tax_total: [
      {
        tax_amount: naira(totals.vatKobo),
        tax_subtotal: document.vat.map(({ category, rate, grossKobo, vatKobo }) => ({
          taxable_amount: naira(grossKobo - vatKobo),
          tax_amount: naira(vatKobo),
          tax_category: { id: TAX_CATEGORIES[category], percent: vatPercent(rate) },
        })),
      },
    ],
    legal_monetary_total: {
      line_extension_amount: naira(linesKobo),
      tax_exclusive_amount: naira(exclusiveKobo),
      tax_inclusive_amount: naira(totals.totalKobo),
      payable_amount: naira(totals.totalKobo),
    },
  };
}
