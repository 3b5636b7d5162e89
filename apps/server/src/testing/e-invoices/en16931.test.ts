import { describe, expect, it } from 'vitest';
import { eCreditNoteOf, eInvoiceOf } from '../../billing/invoices/e-invoices/e-invoice.policy.ts';
import { ublOf } from '../../billing/invoices/e-invoices/ubl-document.policy.ts';
import { vatBreakdownOf } from '../../billing/invoices/vat-breakdown.policy.ts';
import { findBrokenRules, ruleIds } from './en16931.ts';
import { sourceInvoice } from './source-invoice.ts';
import { findSchemaFaults, requireForm } from './ubl-judges.ts';

const source = sourceInvoice(
  [
    { label: 'Premium, one month', amountKobo: 2_500_001 },
    { label: 'Loyalty discount', amountKobo: -100_000 },
    { label: 'Router', amountKobo: 4_000_000, vat: { category: 'standard', rate: 1000 } },
    { label: 'Router discount', amountKobo: -100_000, vat: { category: 'standard', rate: 1000 } },
    { label: 'Export', amountKobo: 300_000, vat: { category: 'zero-rated', rate: 0 } },
    { label: 'Export discount', amountKobo: -1_000, vat: { category: 'zero-rated', rate: 0 } },
    { label: 'Deposit', amountKobo: 1_000_000, vat: { category: 'exempt', rate: 0 } },
    { label: 'Deposit discount', amountKobo: -1_000, vat: { category: 'exempt', rate: 0 } },
  ],
  { kind: 'monthly', status: 'open', paidAt: null },
);
const parts = vatBreakdownOf(source.snapshot.lines, 750);
const invoice = ublOf(eInvoiceOf(source, parts), 'INV2026000001-94ND90NR-20261201');
const corrected = { creditNoteNumber: 'CRN-2026-000001', issuedAt: source.issuedAt, total: source.total };
const creditNote = ublOf(eCreditNoteOf(corrected, source, { parts, irn: null }), null);

const without = (pattern: string) => (xml: string) => xml.replace(new RegExp(pattern), '');
const replaced = (pattern: string, by: string) => (xml: string) => xml.replace(new RegExp(pattern), by);
const SUPPLIER = '(<cac:AccountingSupplierParty>.*?)';
const CUSTOMER = '(<cac:AccountingCustomerParty>.*?)';
const TOTALS = '(<cac:LegalMonetaryTotal>.*?)';
const LINE = '(<cac:InvoiceLine>.*?)';
const ALLOWANCE = '(<cac:AllowanceCharge>.*?)';
const SUBTOTAL = '(<cac:TaxSubtotal>.*?)';
const PRECEDING = '(<cac:InvoiceDocumentReference>)';
const after = (place: string, pattern: string, by = '') => replaced(`${place}${pattern}`, `$1${by}`);
const noVatId = after(SUPPLIER, '<cac:PartyTaxScheme>.*?</cac:PartyTaxScheme>');
const category = (code: string) => `<cbc:ID>${code}</cbc:ID>`;
const charge = (code: string, percent = '7.5') =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Fee</cbc:AllowanceChargeReason><cbc:Amount currencyID="NGN">1.00</cbc:Amount><cac:TaxCategory>${category(code)}<cbc:Percent>${percent}</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>`;
const withCharge = (code: string, percent?: string) =>
  replaced('<cac:TaxTotal>', `${charge(code, percent)}<cac:TaxTotal>`);
const inLine = (code: string, from: string, to: string) =>
  replaced(`(<cac:ClassifiedTaxCategory>${category(code)})${from}`, `$1${to}`);
const inAllowance = (code: string, from: string, to: string) =>
  replaced(
    `(<cac:AllowanceCharge>(?:(?!</cac:AllowanceCharge>).)*<cac:TaxCategory>${category(code)})${from}`,
    `$1${to}`,
  );
const inSubtotal = (code: string, from: string, to: string) =>
  replaced(`(<cac:TaxSubtotal>(?:(?!</cac:TaxSubtotal>).)*<cac:TaxCategory>${category(code)}.*?)${from}`, `$1${to}`);
const subtotalOf = (code: string) =>
  `<cac:TaxSubtotal>(?:(?!</cac:TaxSubtotal>).)*?${category(code)}.*?</cac:TaxSubtotal>`;
const fraction = (place: string, name: string) => replaced(`${place}(<cbc:${name}[^>]*>-?\\d+\\.\\d\\d)`, '$1$21');

/** A fault for each rule. */
const faults: Readonly<Record<string, (xml: string) => string>> = {
  'BR-01': without('<cbc:CustomizationID>.*?</cbc:CustomizationID>'),
  'BR-02': without('<cbc:ID>.*?</cbc:ID>'),
  'BR-03': without('<cbc:IssueDate>.*?</cbc:IssueDate>'),
  'BR-04': without('<cbc:InvoiceTypeCode>.*?</cbc:InvoiceTypeCode>'),
  'BR-05': without('<cbc:DocumentCurrencyCode>.*?</cbc:DocumentCurrencyCode>'),
  'BR-06': after(SUPPLIER, '<cbc:RegistrationName>.*?</cbc:RegistrationName>'),
  'BR-07': after(CUSTOMER, '<cbc:RegistrationName>.*?</cbc:RegistrationName>'),
  'BR-08': after(SUPPLIER, '<cac:PostalAddress>.*?</cac:PostalAddress>'),
  'BR-09': after(SUPPLIER, '<cac:Country>.*?</cac:Country>'),
  'BR-10': after(CUSTOMER, '<cac:PostalAddress>.*?</cac:PostalAddress>'),
  'BR-11': after(CUSTOMER, '<cac:Country>.*?</cac:Country>'),
  'BR-12': after(TOTALS, '<cbc:LineExtensionAmount.*?</cbc:LineExtensionAmount>'),
  'BR-13': after(TOTALS, '<cbc:TaxExclusiveAmount.*?</cbc:TaxExclusiveAmount>'),
  'BR-14': after(TOTALS, '<cbc:TaxInclusiveAmount.*?</cbc:TaxInclusiveAmount>'),
  'BR-15': after(TOTALS, '<cbc:PayableAmount.*?</cbc:PayableAmount>'),
  'BR-16': without('<cac:InvoiceLine>.*</cac:InvoiceLine>'),
  'BR-21': after(LINE, '<cbc:ID>1</cbc:ID>'),
  'BR-22': after(LINE, '<cbc:InvoicedQuantity.*?</cbc:InvoicedQuantity>'),
  'BR-23': after(LINE, ' unitCode="C62"'),
  'BR-24': after(LINE, '<cbc:LineExtensionAmount.*?</cbc:LineExtensionAmount>'),
  'BR-25': after(LINE, '<cbc:Name>.*?</cbc:Name>'),
  'BR-26': after(LINE, '<cbc:PriceAmount.*?</cbc:PriceAmount>'),
  'BR-27': after(LINE, '<cbc:PriceAmount currencyID="NGN">', '<cbc:PriceAmount currencyID="NGN">-'),
  'BR-29': after('(<cac:InvoicePeriod>)', '<cbc:StartDate>.{4}', '<cbc:StartDate>2031'),
  'BR-31': after(ALLOWANCE, '<cbc:Amount.*?</cbc:Amount>'),
  'BR-32': after(ALLOWANCE, '<cbc:ID>S</cbc:ID>'),
  'BR-33': after(ALLOWANCE, '<cbc:AllowanceChargeReason>.*?</cbc:AllowanceChargeReason>'),
  'BR-45': after(SUBTOTAL, '<cbc:TaxableAmount.*?</cbc:TaxableAmount>'),
  'BR-46': after(SUBTOTAL, '<cbc:TaxAmount.*?</cbc:TaxAmount>'),
  'BR-47': after(SUBTOTAL, '<cbc:ID>S</cbc:ID>'),
  'BR-48': after(SUBTOTAL, '<cbc:Percent>.*?</cbc:Percent>'),
  'BR-49': without('<cbc:PaymentMeansCode>.*?</cbc:PaymentMeansCode>'),
  'BR-52': after('(<cac:AdditionalDocumentReference>)', '<cbc:ID>.*?</cbc:ID>'),
  'BR-53': replaced('(</cbc:DocumentCurrencyCode>)', '$1<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode>'),
  'BR-55': after(PRECEDING, '<cbc:ID>.*?</cbc:ID>'),
  'BR-65': without(' listID="ZZZ"'),
  'BR-CO-03': replaced('(</cbc:EndDate>)', '$1<cbc:DescriptionCode>35</cbc:DescriptionCode>'),
  'BR-CO-04': after(LINE, '<cac:ClassifiedTaxCategory>.*?</cac:ClassifiedTaxCategory>'),
  'BR-CO-09': after(SUPPLIER, '<cbc:CompanyID>NG', '<cbc:CompanyID>'),
  'BR-CO-10': after(
    TOTALS,
    '<cbc:LineExtensionAmount currencyID="NGN">',
    '<cbc:LineExtensionAmount currencyID="NGN">1',
  ),
  'BR-CO-11': after(TOTALS, '<cbc:AllowanceTotalAmount.*?</cbc:AllowanceTotalAmount>'),
  'BR-CO-12': after(
    TOTALS,
    '<cbc:PayableAmount',
    '<cbc:ChargeTotalAmount>1.00</cbc:ChargeTotalAmount><cbc:PayableAmount',
  ),
  'BR-CO-13': after(TOTALS, '<cbc:TaxExclusiveAmount currencyID="NGN">', '<cbc:TaxExclusiveAmount currencyID="NGN">1'),
  'BR-CO-14': after('(<cac:TaxTotal>)', '<cbc:TaxAmount currencyID="NGN">', '<cbc:TaxAmount currencyID="NGN">1'),
  'BR-CO-15': after(TOTALS, '<cbc:TaxInclusiveAmount currencyID="NGN">', '<cbc:TaxInclusiveAmount currencyID="NGN">1'),
  'BR-CO-16': after(TOTALS, '<cbc:PayableAmount currencyID="NGN">', '<cbc:PayableAmount currencyID="NGN">1'),
  'BR-CO-17': after(SUBTOTAL, '<cbc:TaxAmount currencyID="NGN">', '<cbc:TaxAmount currencyID="NGN">1'),
  'BR-CO-18': without('<cac:TaxSubtotal>.*</cac:TaxSubtotal>'),
  'BR-CO-19': without('<cbc:StartDate>.*?</cbc:EndDate>'),
  'BR-CO-25': without('<cbc:DueDate>.*?</cbc:DueDate>'),
  'BR-CO-26': after(SUPPLIER, '<cac:PartyTaxScheme>.*?<cac:Contact>', '<cac:Contact>'),
  'BR-DEC-01': fraction(ALLOWANCE, 'Amount'),
  ...Object.fromEntries(
    [
      ['09', 'LineExtensionAmount'],
      ['10', 'AllowanceTotalAmount'],
      ['12', 'TaxExclusiveAmount'],
      ['14', 'TaxInclusiveAmount'],
      ['17', 'PayableRoundingAmount'],
      ['18', 'PayableAmount'],
    ].map(([id, name]) => [`BR-DEC-${id}`, fraction(TOTALS, String(name))]),
  ),
  'BR-DEC-11': after(
    TOTALS,
    '<cbc:PayableAmount',
    '<cbc:ChargeTotalAmount>0.001</cbc:ChargeTotalAmount><cbc:PayableAmount',
  ),
  'BR-DEC-13': fraction('(<cac:TaxTotal>)', 'TaxAmount'),
  'BR-DEC-16': after(TOTALS, '<cbc:PayableAmount', '<cbc:PrepaidAmount>0.001</cbc:PrepaidAmount><cbc:PayableAmount'),
  'BR-DEC-19': fraction(SUBTOTAL, 'TaxableAmount'),
  'BR-DEC-20': fraction(SUBTOTAL, 'TaxAmount'),
  'BR-DEC-23': fraction(LINE, 'LineExtensionAmount'),
  ...Object.fromEntries(
    ['S', 'Z', 'E'].flatMap((code) => {
      const wrong = `<cbc:Percent>${code === 'S' ? 0 : 5}</cbc:Percent>`;
      return [
        [`BR-${code}-01`, (xml: string) => xml.replace(new RegExp(subtotalOf(code), 'g'), '')],
        [`BR-${code}-02`, noVatId],
        [`BR-${code}-03`, noVatId],
        [`BR-${code}-04`, (xml: string) => noVatId(withCharge(code)(xml))],
        [`BR-${code}-05`, inLine(code, '<cbc:Percent>.*?</cbc:Percent>', wrong)],
        [`BR-${code}-06`, inAllowance(code, '<cbc:Percent>.*?</cbc:Percent>', wrong)],
        [`BR-${code}-07`, withCharge(code, code === 'S' ? '0' : '5')],
        [`BR-${code}-08`, withCharge(code, code === 'S' ? '7.5' : '0')],
        [`BR-${code}-09`, (xml: string) => replacedTax(xml, code)],
        [
          `BR-${code}-10`,
          code === 'E'
            ? inSubtotal('E', '<cbc:TaxExemptionReason>.*?</cbc:TaxExemptionReason>', '')
            : inSubtotal(code, '</cbc:Percent>', '</cbc:Percent><cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>'),
        ],
      ] as const;
    }),
  ),
};

/** A naira more VAT in the part of a category. */
function replacedTax(xml: string, code: string): string {
  return xml.replace(new RegExp(subtotalOf(code)), (part) => part.replace(/(<cbc:TaxAmount [^>]*>)/, '$19'));
}

describe('the checker of EN 16931', () => {
  it('finds nothing in a document with two rates, zero-rated and exempt items and their discounts', async () => {
    expect(findBrokenRules(invoice)).toEqual([]);
    expect(findBrokenRules(creditNote)).toEqual([]);
    expect(await findSchemaFaults([invoice, creditNote])).toEqual([]);
    for (const document of [invoice, creditNote]) expect(() => requireForm(document)).not.toThrow();
  });

  it('has a fault planted for each of its rules', () => {
    expect(Object.keys(faults).toSorted()).toEqual(ruleIds.toSorted());
  });

  it.each(Object.entries(faults))('finds %s where it is broken', (id, plant) => {
    const document = id === 'BR-55' ? creditNote : invoice;
    const faulty = plant(document);
    expect(faulty).not.toBe(document);
    expect(findBrokenRules(faulty)).toContain(id);
  });
});

describe('the schema of UBL 2.1', () => {
  it.each([
    ['an element out of order', replaced('(<cbc:ID>.*?</cbc:ID>)(<cbc:IssueDate>.*?</cbc:IssueDate>)', '$2$1')],
    ['an element that it does not know', replaced('<cbc:Note>|<cbc:TaxPointDate>', '<cbc:Remark/>$&')],
    ['a day that is none', replaced('<cbc:IssueDate>.*?<', '<cbc:IssueDate>2026-02-30<')],
    ['an amount without its currency', without(' currencyID="NGN"')],
    ['a document without a number', without('<cbc:ID>.*?</cbc:ID>')],
  ])('refuses %s', async (_name, plant) => {
    expect(await findSchemaFaults([plant(invoice)])).not.toEqual([]);
  });
});

describe('the second judge', () => {
  it.each([
    ['a currency that is none', replaced('>NGN</cbc:DocumentCurrencyCode>', '>NGX</cbc:DocumentCurrencyCode>')],
    ['a unit that is none', replaced('unitCode="C62"', 'unitCode="ZZZZ"')],
    ['a category of VAT that is none', replaced('<cbc:ID>S</cbc:ID>', '<cbc:ID>X</cbc:ID>')],
    ['a document without a seller', without('<cac:AccountingSupplierParty>.*?</cac:AccountingSupplierParty>')],
  ])('refuses %s', (_name, plant) => {
    expect(() => requireForm(plant(invoice))).toThrow();
  });
});
