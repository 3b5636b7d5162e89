import { lagosDate, lagosDateTime } from '@portal/kernel/calendar';
import { addKobo, type Kobo, shareOf, toKobo } from '@portal/kernel/money';
import { isVatLabel } from '../../pricing/quote.policy.ts';
import type { InvoiceParty } from '../supply.ts';
import { groupByVat, type LineVat, roundingOf, sumVat, type VatSubtotal, vatOfRate } from '../vat-breakdown.policy.ts';

/** Where somebody is, as far as the address on the document says. */
type Place = { readonly street: string | null; readonly city: string | null; readonly country: 'NG' };

export type EInvoiceParty = Omit<InvoiceParty, 'address'> & { readonly place: Place };

/** Something supplied, without its VAT. */
export type EInvoiceLine = { readonly name: string; readonly netKobo: Kobo; readonly vat: LineVat };

/**
 * An invoice or credit note as the tax authority, accountants and other programs read it, by the terms of
 * EN 16931. All amounts are above zero, also those of a credit note. What the lines come to, less the
 * allowances, is taxed by `vat`, each rate once; with the VAT and the rounding of a kobo it is what the
 * customer's document says.
 */
export type EInvoice = {
  readonly kind: 'invoice' | 'credit-note';
  readonly number: string;
  /** Days as "2026-11-30", the time as "14:05:00", in Lagos. */
  readonly issueDate: string;
  readonly issueTime: string;
  readonly dueDate: string;
  /** When the VAT falls due: the day of payment of what is paid in advance (Nigeria Tax Act 2025, s. 147). */
  readonly taxPointDate: string;
  readonly period: { readonly from: string; readonly until: string } | null;
  readonly purchaseOrder: string | null;
  /** What a credit note corrects; `irn` while that is not registered is null. */
  readonly corrects: { readonly number: string; readonly issueDate: string; readonly irn: string | null } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  readonly lines: readonly EInvoiceLine[];
  /** Discounts, as amounts above zero. */
  readonly allowances: readonly EInvoiceLine[];
  readonly vat: readonly VatSubtotal[];
  readonly totals: {
    readonly linesKobo: Kobo;
    readonly allowancesKobo: Kobo;
    readonly netKobo: Kobo;
    readonly vatKobo: Kobo;
    readonly roundingKobo: Kobo;
    readonly totalKobo: Kobo;
    readonly paidKobo: Kobo;
  };
};

/** An invoice as it is stored, as far as its electronic form is made of it. */
export type SourceInvoice = {
  readonly invoiceNumber: string;
  readonly kind: string;
  readonly status: string;
  readonly issuedAt: Date;
  readonly dueAt: Date;
  readonly paidAt: Date | null;
  readonly total: Kobo;
  readonly vatRate: number;
  readonly snapshot: {
    readonly seller: InvoiceParty;
    readonly buyer: InvoiceParty;
    readonly periodStart: string;
    readonly periodEnd: string;
    readonly lines: readonly { readonly label: string; readonly amountKobo: number; readonly vat?: LineVat }[];
    readonly purchaseOrder?: string;
  };
};

export type SourceCreditNote = { readonly creditNoteNumber: string; readonly issuedAt: Date; readonly total: Kobo };

/** The street and the town of an address on one line: the town is what stands after the last comma. */
export function placeOf(address: string | null): Place {
  const parts = (address ?? '').split(',').map((part) => part.trim());
  const city = parts.length > 1 ? parts.at(-1) : undefined;
  const street = (city === undefined ? parts : parts.slice(0, -1)).filter((part) => part !== '').join(', ');
  return { street: street || null, city: city || null, country: 'NG' };
}

function partyOf({ address, ...party }: InvoiceParty): EInvoiceParty {
  return { ...party, place: placeOf(address) };
}

/**
 * The items of a document without their VAT: each has its share of what its part is taxed on, so that they
 * add up to it whatever their own rounding would be. Where VAT is an item by itself, the others have none.
 * Items of which a credit note takes nothing back are left out.
 */
function netItems(
  lines: SourceInvoice['snapshot']['lines'],
  { vatRate, parts }: { readonly vatRate: number; readonly parts: readonly VatSubtotal[] },
): EInvoiceLine[] {
  return [...groupByVat(lines, vatRate).values()].flatMap((alike) => {
    const vat = alike[0]?.vat ?? vatOfRate(vatRate);
    const part = parts.find(({ category, rate }) => category === vat.category && rate === vat.rate);
    if (!part) return [];
    const items = alike.filter(({ label }) => !isVatLabel(label));
    const wholeKobo = items.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    let [sum, given] = [0, 0];
    return items.map(({ label: name, amountKobo }) => {
      sum += amountKobo;
      const upTo = wholeKobo === 0 ? sum : shareOf(toKobo(part.taxableKobo), sum, wholeKobo);
      const netKobo = toKobo(upTo - given);
      given = upTo;
      return { name, netKobo, vat };
    });
  });
}

const isDiscount = ({ netKobo }: EInvoiceLine) => netKobo < 0;

function itemsOf(items: readonly EInvoiceLine[]): Pick<EInvoice, 'lines' | 'allowances'> {
  return {
    lines: items.filter((item) => !isDiscount(item)),
    allowances: items.filter(isDiscount).map((item) => ({ ...item, netKobo: toKobo(-item.netKobo) })),
  };
}

function totalsOf(
  { lines, allowances, vat }: Pick<EInvoice, 'lines' | 'allowances' | 'vat'>,
  { totalKobo, isPaid }: { readonly totalKobo: Kobo; readonly isPaid: boolean },
): EInvoice['totals'] {
  const linesKobo = addKobo(...lines.map(({ netKobo }) => netKobo));
  const allowancesKobo = addKobo(...allowances.map(({ netKobo }) => netKobo));
  return {
    linesKobo,
    allowancesKobo,
    netKobo: toKobo(linesKobo - allowancesKobo),
    vatKobo: sumVat(vat),
    roundingKobo: roundingOf(vat),
    totalKobo,
    paidKobo: isPaid ? totalKobo : toKobo(0),
  };
}

const timeOf = (at: Date) => lagosDateTime(at).slice(11, 19);

/** What an invoice and its credit notes have alike. */
function headOf(invoice: SourceInvoice) {
  const { snapshot } = invoice;
  return {
    period: periodOf(invoice),
    purchaseOrder: snapshot.purchaseOrder ?? null,
    seller: partyOf(snapshot.seller),
    buyer: partyOf(snapshot.buyer),
  };
}

/**
 * The rate of what has none of its own, and the parts with their category: those of earlier releases say no
 * more than that they bear no VAT, and a charge of theirs has the rate of its day although it bears none.
 */
function taxOf({ kind, vatRate }: SourceInvoice, stored: readonly VatSubtotal[]) {
  const rate = kind === 'charge' && sumVat(stored) === 0 ? 0 : vatRate;
  const parts = stored.map((part): VatSubtotal => {
    const isUntaxed = part.category === 'standard' && (part.rate === 0 || (rate === 0 && part.rate === vatRate));
    return isUntaxed ? { ...part, category: 'exempt', rate: 0 } : part;
  });
  return { vatRate: rate, parts };
}

/** Its electronic form, with the VAT by rate and category of `stored`. */
export function eInvoiceOf(invoice: SourceInvoice, stored: readonly VatSubtotal[]): EInvoice {
  const tax = taxOf(invoice, stored);
  const { snapshot, kind, paidAt, issuedAt } = invoice;
  // An invoice of all lines is owed when it is issued; everything else is paid in advance.
  const isPaid = kind !== 'monthly' && paidAt !== null;
  const items = itemsOf(netItems(snapshot.lines, tax));
  return {
    ...headOf(invoice),
    kind: 'invoice',
    number: invoice.invoiceNumber,
    issueDate: lagosDate(issuedAt),
    issueTime: timeOf(issuedAt),
    dueDate: lagosDate(invoice.dueAt),
    taxPointDate: lagosDate(isPaid ? paidAt : issuedAt),
    corrects: null,
    ...items,
    vat: tax.parts,
    totals: totalsOf({ ...items, vat: tax.parts }, { totalKobo: invoice.total, isPaid }),
  };
}

/** From the first day of the time to the last; null for a charge, which is for none. */
function periodOf({ kind, snapshot }: SourceInvoice): EInvoice['period'] {
  if (kind === 'charge') return null;
  const [start, end] = [new Date(snapshot.periodStart), new Date(snapshot.periodEnd)];
  const last = new Date(Math.max(start.getTime(), end.getTime() - 1));
  return { from: lagosDate(start), until: lagosDate(last) };
}

/**
 * The electronic form of a credit note, with the VAT of `parts` that it takes back: the items of its
 * invoice where that goes back whole, else one item for each way of being taxed.
 */
export function eCreditNoteOf(
  creditNote: SourceCreditNote,
  invoice: SourceInvoice,
  { parts: stored, irn }: { readonly parts: readonly VatSubtotal[]; readonly irn: string | null },
): EInvoice {
  const tax = taxOf(invoice, stored);
  const { parts } = tax;
  const { creditNoteNumber: number, issuedAt, total } = creditNote;
  const isWhole = total === invoice.total;
  const name = `Part of invoice ${invoice.invoiceNumber}`;
  const items = isWhole
    ? itemsOf(netItems(invoice.snapshot.lines, tax))
    : {
        lines: parts.map(({ category, rate, taxableKobo }) => {
          return { name, netKobo: toKobo(taxableKobo), vat: { category, rate } };
        }),
        allowances: [],
      };
  const day = lagosDate(issuedAt);
  return {
    ...headOf(invoice),
    kind: 'credit-note',
    number,
    issueDate: day,
    issueTime: timeOf(issuedAt),
    dueDate: day,
    taxPointDate: day,
    corrects: { number: invoice.invoiceNumber, issueDate: lagosDate(invoice.issuedAt), irn },
    ...items,
    vat: parts,
    totals: totalsOf({ ...items, vat: parts }, { totalKobo: total, isPaid: true }),
  };
}
