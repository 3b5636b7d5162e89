import { vatPercent } from '@portal/kernel/billing/vat';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { decimalFromKobo, toKobo } from '@portal/kernel/money';
import type { LineVat } from '../vat-breakdown.policy.ts';
import type { EInvoice, EInvoiceLine, EInvoiceParty } from './e-invoice.policy.ts';

const NAMESPACES = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** UBL's own numbers (UNTDID 1001); those of the tax authority are the other way round. */
const FORMS = {
  invoice: { root: 'Invoice', line: 'InvoiceLine', quantity: 'InvoicedQuantity', typeCode: '380' },
  'credit-note': { root: 'CreditNote', line: 'CreditNoteLine', quantity: 'CreditedQuantity', typeCode: '381' },
} as const;

/** UNTDID 5305. */
const CATEGORIES = { standard: 'S', 'zero-rated': 'Z', exempt: 'E' } as const;

const EXEMPTION = 'Exempt from VAT under the Nigeria Tax Act 2025';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 has no place for, halves of surrogates among it. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text as it stands in the document: on one line, without characters that XML forbids. */
function cleaned(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return cleaned(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Markup: an element with what it holds, nothing where it would be empty. */
type Xml = string;

function cac(name: string, ...content: readonly Xml[]): Xml {
  const inside = content.join('');
  return inside && `<cac:${name}>${inside}</cac:${name}>`;
}

function cbc(name: string, text: string | null, attributes = ''): Xml {
  const inside = escaped(text ?? '');
  return inside && `<cbc:${name}${attributes}>${inside}</cbc:${name}>`;
}

function amount(name: string, kobo: number): Xml {
  return cbc(name, decimalFromKobo(toKobo(kobo)), ' currencyID="NGN"');
}

const VAT_SCHEME = cac('TaxScheme', cbc('ID', 'VAT'));

function taxCategory(name: string, { category, rate }: LineVat, reason: string | null = null): Xml {
  const percent = cbc('Percent', String(vatPercent(rate)));
  return cac(name, cbc('ID', CATEGORIES[category]), percent, cbc('TaxExemptionReason', reason), VAT_SCHEME);
}

function party(role: string, { name, place, taxId, registrationNumber, email, phone }: EInvoiceParty): Xml {
  return cac(
    role,
    cac(
      'Party',
      cac(
        'PostalAddress',
        cbc('StreetName', place.street),
        cbc('CityName', place.city),
        cac('Country', cbc('IdentificationCode', place.country)),
      ),
      // A VAT identifier begins with its country (BR-CO-09).
      taxId ? cac('PartyTaxScheme', cbc('CompanyID', `${place.country}${cleaned(taxId)}`), VAT_SCHEME) : '',
      cac('PartyLegalEntity', cbc('RegistrationName', name), cbc('CompanyID', registrationNumber)),
      cac('Contact', cbc('Telephone', phone), cbc('ElectronicMail', hasMailbox(email) ? email : null)),
    ),
  );
}

function references({ purchaseOrder, corrects }: EInvoice, irn: string | null): Xml {
  return [
    cac('OrderReference', cbc('ID', purchaseOrder)),
    corrects
      ? cac(
          'BillingReference',
          cac('InvoiceDocumentReference', cbc('ID', corrects.number), cbc('IssueDate', corrects.issueDate)),
        )
      : '',
    irn === null
      ? ''
      : cac(
          'AdditionalDocumentReference',
          cbc('ID', irn),
          cbc('DocumentDescription', 'Invoice reference number (IRN)'),
        ),
  ].join('');
}

function allowance({ name, netKobo, vat }: EInvoiceLine): Xml {
  return cac(
    'AllowanceCharge',
    cbc('ChargeIndicator', 'false'),
    cbc('AllowanceChargeReason', name),
    amount('Amount', netKobo),
    taxCategory('TaxCategory', vat),
  );
}

function taxTotal({ vat, totals }: EInvoice): Xml {
  const subtotals = vat.map((part) =>
    cac(
      'TaxSubtotal',
      amount('TaxableAmount', part.taxableKobo),
      amount('TaxAmount', part.vatKobo),
      taxCategory('TaxCategory', part, part.category === 'exempt' ? EXEMPTION : null),
    ),
  );
  return cac('TaxTotal', amount('TaxAmount', totals.vatKobo), ...subtotals);
}

function monetaryTotal({ totals }: EInvoice): Xml {
  const unlessZero = (name: string, kobo: number) => (kobo === 0 ? '' : amount(name, kobo));
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', totals.linesKobo),
    amount('TaxExclusiveAmount', totals.netKobo),
    amount('TaxInclusiveAmount', totals.netKobo + totals.vatKobo),
    unlessZero('AllowanceTotalAmount', totals.allowancesKobo),
    unlessZero('PrepaidAmount', totals.paidKobo),
    unlessZero('PayableRoundingAmount', totals.roundingKobo),
    amount('PayableAmount', totals.totalKobo - totals.paidKobo),
  );
}

function lineOf(document: EInvoice, { name, netKobo, vat }: EInvoiceLine, index: number): Xml {
  const form = FORMS[document.kind];
  return cac(
    form.line,
    cbc('ID', String(index + 1)),
    cbc(form.quantity, '1', ' unitCode="C62"'),
    amount('LineExtensionAmount', netKobo),
    cac(
      'Item',
      cbc('Name', name),
      // Wired telecommunications; ISIC has no code of its own among the lists of UNTDID 7143.
      cac('CommodityClassification', cbc('ItemClassificationCode', '6110', ' listID="ZZZ" listVersionID="ISIC Rev.4"')),
      taxCategory('ClassifiedTaxCategory', vat),
    ),
    cac('Price', amount('PriceAmount', netKobo)),
  );
}

/** The date of the VAT stands before the type of a credit note, and after the notes of an invoice. */
function head(document: EInvoice): Xml {
  const { kind, number, issueDate, dueDate, taxPointDate, corrects } = document;
  const { typeCode } = FORMS[kind];
  const registered = corrects?.irn ? `Corrects invoice ${corrects.number}, registered as ${corrects.irn}` : null;
  const [note, taxPoint] = [cbc('Note', registered), cbc('TaxPointDate', taxPointDate)];
  return [
    cbc('CustomizationID', 'urn:cen.eu:en16931:2017'),
    cbc('ID', number),
    cbc('IssueDate', issueDate),
    ...(kind === 'invoice'
      ? [cbc('DueDate', dueDate), cbc('InvoiceTypeCode', typeCode), note, taxPoint]
      : [taxPoint, cbc('CreditNoteTypeCode', typeCode), note]),
    cbc('DocumentCurrencyCode', 'NGN'),
  ].join('');
}

/**
 * A document as XML of UBL 2.1, by the European standard EN 16931: an Invoice or a CreditNote, with the
 * `irn` under which it is registered, null while it is not. Amounts are in naira with two decimals.
 */
export function ublOf(document: EInvoice, irn: string | null): string {
  const { kind, period, seller, buyer, lines, allowances } = document;
  const { root } = FORMS[kind];
  const content = [
    head(document),
    period ? cac('InvoicePeriod', cbc('StartDate', period.from), cbc('EndDate', period.until)) : '',
    references(document, irn),
    party('AccountingSupplierParty', seller),
    party('AccountingCustomerParty', buyer),
    // Customers choose how they pay: by card, transfer, USSD, cash.
    cac('PaymentMeans', cbc('PaymentMeansCode', 'ZZZ')),
    ...allowances.map(allowance),
    taxTotal(document),
    monetaryTotal(document),
    ...lines.map((line, index) => lineOf(document, line, index)),
  ].join('');
  const { cac: aggregates, cbc: basics } = NAMESPACES;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="${aggregates}" xmlns:cbc="${basics}">${content}</${root}>
`;
}
