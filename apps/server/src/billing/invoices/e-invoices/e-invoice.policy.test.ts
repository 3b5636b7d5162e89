import { toKobo } from '@portal/kernel/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditedVat, sumVat, vatBreakdownOf } from '../vat-breakdown.policy.ts';
import { type EInvoice, eCreditNoteOf, eInvoiceOf, placeOf, type SourceInvoice } from './e-invoice.policy.ts';

const party = { name: 'A', address: '1 Broad Street, Marina, Lagos', taxId: null, registrationNumber: null };
const person = { ...party, email: 'a@example.ng', phone: null };

type Line = SourceInvoice['snapshot']['lines'][number];

function invoiceOf(lines: readonly Line[], vatRate: number): SourceInvoice {
  const at = new Date('2026-11-30T23:30:00Z');
  return {
    invoiceNumber: 'INV-2026-000001',
    kind: 'period',
    status: 'paid',
    issuedAt: at,
    dueAt: at,
    paidAt: at,
    total: toKobo(lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)),
    vatRate,
    snapshot: {
      seller: person,
      buyer: person,
      periodStart: '2026-12-01T00:00:00.000Z',
      periodEnd: '2026-12-31T00:00:00.000Z',
      lines,
    },
  };
}

/** Every sum of a document by the rules of EN 16931, BR-CO-10 to BR-CO-16. */
function expectToAddUp({ lines, allowances, vat, totals }: EInvoice): void {
  const sum = (items: readonly { readonly netKobo: number }[]) => items.reduce((all, { netKobo }) => all + netKobo, 0);
  expect(totals.linesKobo).toBe(sum(lines));
  expect(totals.allowancesKobo).toBe(sum(allowances));
  expect(totals.netKobo).toBe(totals.linesKobo - totals.allowancesKobo);
  expect(totals.vatKobo).toBe(sumVat(vat));
  expect(totals.totalKobo).toBe(totals.netKobo + totals.vatKobo + totals.roundingKobo);
  for (const { category, rate, taxableKobo } of vat) {
    const isOf = (item: { vat: { category: string; rate: number } }) =>
      item.vat.category === category && item.vat.rate === rate;
    expect(sum(lines.filter(isOf)) - sum(allowances.filter(isOf))).toBe(taxableKobo);
  }
}

const vats = fc.constantFrom(
  undefined,
  { category: 'standard' as const, rate: 1000 },
  { category: 'zero-rated' as const, rate: 0 },
  { category: 'exempt' as const, rate: 0 },
);
const priced = fc.record({
  price: fc.integer({ min: 1, max: 9_999_999_999 }),
  discount: fc.integer({ min: 0, max: 100 }),
  vat: vats,
});
const lineLists = fc.array(priced, { minLength: 1, maxLength: 10 }).map((items) =>
  items.flatMap(({ price, discount, vat }, index): Line[] => {
    const off = Math.floor((price * discount) / 100);
    const taxed = vat ? { vat } : {};
    const line = { label: `Item ${index}`, amountKobo: price, ...taxed };
    return off === 0 ? [line] : [line, { label: `Discount ${index}`, amountKobo: -off, ...taxed }];
  }),
);

describe('the electronic form of a document', () => {
  it('adds up to the invoice whatever its lines, discounts and rates are', () => {
    fc.assert(
      fc.property(lineLists, fc.constantFrom(750, 0), (lines, rate) => {
        const invoice = invoiceOf(lines, rate);
        const document = eInvoiceOf(invoice, vatBreakdownOf(lines, rate));
        expectToAddUp(document);
        expect(document.totals.totalKobo).toBe(invoice.total);
        expect(document.lines.length + document.allowances.length).toBe(lines.length);
      }),
    );
  });

  it('of credit notes adds up to each of them, also of a part', () => {
    fc.assert(
      fc.property(lineLists, fc.integer({ min: 1, max: 1000 }), (lines, share) => {
        const invoice = invoiceOf(lines, 750);
        const whole = vatBreakdownOf(lines, 750);
        const first = toKobo(Math.max(1, Math.floor((invoice.total * share) / 1000)));
        fc.pre(invoice.total > 0);
        for (const [earlier, total] of [
          [0, first],
          [first, invoice.total - first],
        ] as const) {
          if (total <= 0) continue;
          const parts = creditedVat(whole, { earlierKobo: toKobo(earlier), grossKobo: toKobo(total) });
          const note = { creditNoteNumber: 'CRN-2026-000001', issuedAt: invoice.issuedAt, total: toKobo(total) };
          const document = eCreditNoteOf(note, invoice, { parts, irn: null });
          expectToAddUp(document);
          expect(document.totals.totalKobo).toBe(total);
        }
      }),
    );
  });

  it('has the VAT that comes on top of prices as no item', () => {
    const lines = [
      { label: 'Premium, one month', amountKobo: 2_500_000 },
      { label: 'VAT, 7.5%', amountKobo: 187_500 },
    ];
    const { lines: items, totals } = eInvoiceOf(invoiceOf(lines, 750), vatBreakdownOf(lines, 750));
    expect(items).toEqual([
      { name: 'Premium, one month', netKobo: 2_500_000, vat: { category: 'standard', rate: 750 } },
    ]);
    expect(totals).toMatchObject({ netKobo: 2_500_000, vatKobo: 187_500, roundingKobo: 0, totalKobo: 2_687_500 });
  });

  it('has days and times on the clock of Lagos, and the time it is for by its first and last day', () => {
    const document = eInvoiceOf(invoiceOf([{ label: 'A', amountKobo: 100 }], 750), []);
    expect(document).toMatchObject({ issueDate: '2026-12-01', issueTime: '00:30:00', taxPointDate: '2026-12-01' });
    expect(document.period).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  });
});

describe('an address on one line', () => {
  it.each([
    ['3 Allen Avenue, Ikeja', '3 Allen Avenue', 'Ikeja'],
    ['14 Moshood Abiola Way, Garki, Abuja', '14 Moshood Abiola Way, Garki', 'Abuja'],
    ['3 Allen Avenue', '3 Allen Avenue', null],
    ['3 Allen Avenue, ', '3 Allen Avenue', null],
    [null, null, null],
  ])('%s has its town after the last comma', (address, street, city) => {
    expect(placeOf(address)).toEqual({ street, city, country: 'NG' });
  });
});
