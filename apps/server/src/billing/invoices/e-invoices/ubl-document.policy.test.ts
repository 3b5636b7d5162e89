import { execFileSync } from 'node:child_process';
import { vatOn } from '@portal/kernel/billing/vat';
import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findBrokenRules } from '../../../testing/e-invoices/en16931.ts';
import { readUbl, textAt } from '../../../testing/e-invoices/read-ubl.ts';
import { sourceInvoice } from '../../../testing/e-invoices/source-invoice.ts';
import { findSchemaFaults, requireForm } from '../../../testing/e-invoices/ubl-judges.ts';
import { createInvoicePrinter } from '../documents/create-invoice-printer.ts';
import { describeCreditNote, describeInvoice } from '../documents/invoice-document.ts';
import type { FoundCreditNote, FoundInvoice } from '../present-invoice.ts';
import {
  creditedVat,
  type LineVat,
  sumVat,
  type VatSubtotal,
  vatBreakdownOf,
  vatBreakdownOfCreditNote,
  vatBreakdownOfInvoice,
} from '../vat-breakdown.policy.ts';
import { eCreditNoteOf, eInvoiceOf, type SourceInvoice } from './e-invoice.policy.ts';
import { ublOf } from './ubl-document.policy.ts';

vi.setConfig({ testTimeout: 120_000 });

const printer = createInvoicePrinter();
afterAll(() => printer.close());

const IRN = 'INV2026000001-94ND90NR-20261201';

/** What people and programs put into names: marks of XML, what it forbids, halves of surrogates, breaks. */
const odd = fc.constantFrom(
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '\0',
  '\v',
  '\ud83d',
  '\udc00',
  '\ufffe',
  '\uffff',
  '\r\n',
  '😀',
);
const names = fc
  .array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 })
  .map((parts) => `A${parts.join('')}`);
const taxIds = fc.option(fc.stringMatching(/^\d{8}-\d{4}$/));
const vats: fc.Arbitrary<LineVat | undefined> = fc.constantFrom<LineVat | undefined>(
  undefined,
  { category: 'standard', rate: 1000 },
  { category: 'standard', rate: 333 },
  { category: 'zero-rated', rate: 0 },
  { category: 'exempt', rate: 0 },
);
const items = fc.record({
  price: fc.integer({ min: 1, max: 9_999_999_999 }),
  discount: fc.constantFrom(0, 0, 3, 50, 100),
  vat: vats,
});
const cases = fc.record({
  items: fc.array(items, { minLength: 1, maxLength: 8 }),
  isOnTop: fc.boolean(),
  isOwed: fc.boolean(),
  buyer: fc.record({ name: names, taxId: taxIds }),
  label: names,
  /** How much of it goes back, in thousandths. */
  share: fc.integer({ min: 1, max: 1000 }),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function linesOf({ items, isOnTop, label }: Case): SourceInvoice['snapshot']['lines'] {
  const lines = items.flatMap(({ price, discount, vat }, index) => {
    const taxed = vat ? { vat } : {};
    const off = Math.floor((price * discount) / 100);
    const sold = { label: `${index} ${label}`, amountKobo: price, ...taxed };
    return off === 0 ? [sold] : [sold, { label: `Discount ${index}`, amountKobo: -off, ...taxed }];
  });
  const taxedKobo = lines.reduce((sum, line) => (line.vat ? sum : sum + line.amountKobo), 0);
  if (!isOnTop || taxedKobo === 0) return lines;
  return [...lines, { label: 'VAT, 7.5%', amountKobo: vatOn(toKobo(taxedKobo), 750) }];
}

/** An invoice of a case, and the two credit notes that together take it back. */
function documentsOf(of: Case) {
  const paid = of.isOwed ? ({ kind: 'monthly', status: 'open', paidAt: null } as const) : {};
  const plain = sourceInvoice(linesOf(of), paid);
  const source = sourceInvoice(plain.snapshot.lines, {
    ...paid,
    snapshot: { buyer: { ...plain.snapshot.buyer, ...of.buyer } },
  });
  const parts = vatBreakdownOf(source.snapshot.lines, source.vatRate);
  const first = Math.floor((source.total * of.share) / 1000);
  const notes = [
    [0, first],
    [first, source.total - first],
  ].flatMap(([earlier = 0, gross = 0]) => {
    if (gross === 0) return [];
    const credited = creditedVat(parts, { earlierKobo: toKobo(earlier), grossKobo: toKobo(gross) });
    const note = { creditNoteNumber: `CRN-2026-${earlier}`, issuedAt: source.issuedAt, total: toKobo(gross) };
    return [{ note, parts: credited, irn: of.isOwed ? IRN : null }];
  });
  return { source, parts, notes };
}

/** What an element says in kobo, zero where it is missing. */
function koboIn(xml: string, path: string): number {
  return Math.round(100 * Number(textAt(readUbl(xml), path) ?? 0));
}

/** Net, VAT, rounding and total as the XML has them. */
function sumsOf(xml: string) {
  const total = (name: string) => koboIn(xml, `cac:LegalMonetaryTotal/cbc:${name}`);
  const rounding = total('PayableRoundingAmount');
  return {
    net: total('TaxExclusiveAmount'),
    vat: koboIn(xml, 'cac:TaxTotal/cbc:TaxAmount'),
    rounding,
    total: total('TaxInclusiveAmount') + rounding,
    payable: total('PayableAmount'),
  };
}

/** A text as an XML reader gives it back: without what XML 1.0 forbids, on one line. */
function readable(text: string): string {
  const allowed = [...text].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 32
      ? !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
      : /\s/.test(character) && code !== 11 && code !== 12;
  });
  return allowed.join('').replace(/\s+/g, ' ').trim();
}

/** Net, VAT, rounding and total as they are printed, in kobo above zero. */
function printedSums(pdf: Uint8Array) {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: Buffer.from(pdf), encoding: 'utf8' });
  const totals = text.slice(text.lastIndexOf('Net  ')).replaceAll('\f', '\n');
  const sum = (label: string) =>
    [...totals.matchAll(new RegExp(`^${label}\\s+(-?)₦([\\d,.]+)$`, 'gm'))].reduce((all, [, sign, naira = '']) => {
      const kobo = Math.round(100 * Number(naira.replaceAll(',', '')));
      return all + (sign ? -kobo : kobo);
    }, 0);
  return { net: sum('Net'), vat: sum('VAT, [\\d.]+%'), rounding: sum('Rounding'), total: sum('Total, VAT included') };
}

function foundOf(source: SourceInvoice, parts: readonly VatSubtotal[]): FoundInvoice {
  const snapshot = { ...source.snapshot, planName: 'Premium', speed: '100 Mbps', vat: parts };
  const invoice = { ...source, userId: 1, vat: sumVat(parts), electronicReference: null, snapshot };
  const rest = { payment: null, receiptNumber: null, creditNotes: [], outstanding: null, writtenOff: null };
  return { invoice, ...rest } as unknown as FoundInvoice;
}

describe('the XML of invoices and credit notes', () => {
  it('passes every judge, and says the sums and the names of the stored documents, whatever is on them', async () => {
    const documents: string[] = [];
    fc.assert(
      fc.property(cases, (of) => {
        const { source, parts, notes } = documentsOf(of);
        const invoice = ublOf(eInvoiceOf(source, parts), of.isOwed ? null : IRN);
        expect(findBrokenRules(invoice)).toEqual([]);
        const payable = of.isOwed ? source.total : 0;
        expect(sumsOf(invoice)).toMatchObject({ vat: sumVat(parts), total: source.total, payable });
        const buyer = textAt(
          readUbl(invoice),
          'cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName',
        );
        expect(buyer).toBe(readable(of.buyer.name));
        const credits = notes.map(({ note, parts: credited, irn }) => {
          const xml = ublOf(eCreditNoteOf(note, source, { parts: credited, irn }), null);
          // What is left of a kobo of VAT goes back with the last note, so that all notes are the invoice's VAT.
          expect(findBrokenRules(xml, note.total === source.total ? 0 : 1)).toEqual([]);
          expect(sumsOf(xml)).toMatchObject({ vat: sumVat(credited), total: note.total, payable: 0 });
          return xml;
        });
        const credited = credits.map(sumsOf);
        if (credits.length > 0) expect(credited.reduce((sum, { vat }) => sum + vat, 0)).toBe(sumVat(parts));
        documents.push(invoice, ...credits);
        for (const document of [invoice, ...credits]) requireForm(document);
      }),
      { numRuns: process.env.FULL_TESTS ? 2_000 : 150 },
    );
    expect(await findSchemaFaults(documents)).toEqual([]);
  });

  it('says the net, VAT, rounding and total that are printed', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (of) => {
        const { source, parts, notes } = documentsOf({ ...of, label: 'Item' });
        const found = foundOf(source, parts);
        const { payable: _owed, ...sums } = sumsOf(ublOf(eInvoiceOf(source, parts), null));
        expect(printedSums(await printer.print(describeInvoice(found)))).toEqual(sums);
        const [credit] = notes;
        if (!credit) return;
        const creditNote = { ...credit.note, vat: sumVat(credit.parts), vatBreakdown: credit.parts };
        const printed = printedSums(
          await printer.print(describeCreditNote({ ...found, creditNote } as unknown as FoundCreditNote)),
        );
        const { payable: _paid, ...taken } = sumsOf(ublOf(eCreditNoteOf(credit.note, source, credit), null));
        const negative = Object.fromEntries(
          Object.entries(taken).map(([name, kobo]) => [name, kobo === 0 ? 0 : -kobo]),
        );
        expect(printed).toEqual(negative);
      }),
      { numRuns: process.env.FULL_TESTS ? 200 : 20 },
    );
  });

  it('has the number under which it is registered, and what a credit note corrects', () => {
    const source = sourceInvoice([{ label: 'Premium, one month', amountKobo: 2_500_000 }]);
    const parts = vatBreakdownOf(source.snapshot.lines, 750);
    const registered = readUbl(ublOf(eInvoiceOf(source, parts), IRN));
    expect(textAt(registered, 'cac:AdditionalDocumentReference/cbc:ID')).toBe(IRN);
    expect(textAt(registered, 'cbc:InvoiceTypeCode')).toBe('380');
    const note = { creditNoteNumber: 'CRN-2026-000001', issuedAt: source.issuedAt, total: source.total };
    const credit = readUbl(ublOf(eCreditNoteOf(note, source, { parts, irn: IRN }), null));
    expect(textAt(credit, 'cbc:CreditNoteTypeCode')).toBe('381');
    expect(textAt(credit, 'cac:AdditionalDocumentReference')).toBeNull();
    expect(textAt(credit, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')).toBe('INV-2026-000001');
    expect(textAt(credit, 'cbc:Note')).toBe(`Corrects invoice INV-2026-000001, registered as ${IRN}`);
  });

  it('leaves out what a home customer does not have', () => {
    const plain = sourceInvoice([{ label: 'Premium, one month', amountKobo: 2_500_000 }]);
    const buyer = { name: 'Ngozi Eze', address: null, taxId: null, registrationNumber: null, email: '', phone: null };
    const source = sourceInvoice(plain.snapshot.lines, { kind: 'charge', snapshot: { buyer } });
    const xml = ublOf(eInvoiceOf(source, vatBreakdownOf(source.snapshot.lines, 750)), null);
    expect(xml).not.toMatch(/<(cbc|cac):\w+><\/|InvoicePeriod/);
    const customer = 'cac:AccountingCustomerParty/cac:Party';
    expect(textAt(readUbl(xml), `${customer}/cac:PartyTaxScheme/cbc:CompanyID`)).toBeNull();
    expect(findBrokenRules(xml)).toEqual([]);
  });

  it('of a credit note has no item of which nothing goes back', () => {
    const lines = [
      { label: 'Free month', amountKobo: 100 },
      { label: 'Discount', amountKobo: -100 },
      { label: 'Training', amountKobo: 100, vat: { category: 'exempt', rate: 0 } as const },
    ];
    const source = sourceInvoice(lines);
    const of = { earlierKobo: toKobo(0), grossKobo: source.total };
    const parts = creditedVat(vatBreakdownOf(lines, 750), of);
    const note = { creditNoteNumber: 'CRN-2026-000001', issuedAt: source.issuedAt, total: source.total };
    const xml = ublOf(eCreditNoteOf(note, source, { parts, irn: null }), null);
    expect(findBrokenRules(xml)).toEqual([]);
    expect(xml).not.toContain('Free month');
  });

  it('of a charge of an earlier release is exempt, though its invoice has the rate of its day', () => {
    const lines = [{ label: 'Deposit', amountKobo: 1_000_000 }];
    const source = sourceInvoice(lines, { kind: 'charge' });
    const parts = vatBreakdownOfInvoice({ ...source, vat: toKobo(0), snapshot: {} });
    const xml = ublOf(eInvoiceOf(source, parts), null);
    expect(findBrokenRules(xml)).toEqual([]);
    expect(sumsOf(xml)).toMatchObject({ net: 1_000_000, vat: 0, total: 1_000_000 });
    expect(xml).toContain('<cbc:ID>E</cbc:ID>');
    const note = { creditNoteNumber: 'CRN-2026-000001', issuedAt: source.issuedAt, total: source.total };
    const taken = vatBreakdownOfCreditNote({ ...note, vat: toKobo(0), vatBreakdown: null }, source);
    expect(findBrokenRules(ublOf(eCreditNoteOf(note, source, { parts: taken, irn: null }), null))).toEqual([]);
  });

  it('without a TIN of the seller breaks the rules that ask for it', () => {
    const lines = [{ label: 'Premium, one month', amountKobo: 2_500_000 }];
    const { seller } = sourceInvoice(lines).snapshot;
    const source = sourceInvoice(lines, { snapshot: { seller: { ...seller, taxId: null, registrationNumber: null } } });
    const xml = ublOf(eInvoiceOf(source, vatBreakdownOf(lines, 750)), null);
    expect(findBrokenRules(xml)).toEqual(['BR-CO-26', 'BR-S-02']);
  });
});
