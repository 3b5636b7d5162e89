import { brand } from '@portal/brand';
import { vatPercent } from '@portal/kernel/billing/vat';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { addKobo, type Kobo, nairaFromKobo, negateKobo, toKobo } from '@portal/kernel/money';
import { OWN_NUMBER } from '../../payments/payment.policy.ts';
import { vatLabel } from '../../pricing/quote.policy.ts';
import type { FoundCreditNote, FoundInvoice } from '../present-invoice.ts';
import type { InvoiceParty } from '../supply.ts';
import {
  roundingOf,
  type VatSubtotal,
  vatBreakdownOfCreditNote,
  vatBreakdownOfInvoice,
} from '../vat-breakdown.policy.ts';

type Fact = { readonly label: string; readonly value: string };

/** How a document is registered with the tax authority, or that it is not yet. */
type Registration = 'waiting' | { readonly irn: string; readonly qrText: string | null; readonly registeredAt: string };

/** The content of an invoice or credit note before it is rendered as a page or a PDF. */
export type InvoiceDocument = {
  readonly brandName: string;
  readonly colour: string;
  readonly logo: typeof brand.logo;
  readonly title: string;
  readonly number: string;
  /** Set for a document that is void or not paid yet. */
  readonly stamp: 'Paid' | 'Due' | 'Void' | 'Refunded' | 'Written off' | null;
  /** The summary at the top: how much, and for what. */
  readonly sum: Fact;
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly facts: readonly Fact[];
  /** `balance`: what was owed after the line, in a statement of account. */
  readonly lines: readonly (Fact & { readonly balance?: string | undefined })[];
  readonly totals: readonly Fact[];
  readonly notes: readonly string[];
  /** Of a document that is registered, or will be; its day as documents have it. */
  readonly registration?: Registration;
};

const nairaFormat = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** A day as documents have it, in Lagos. */
export const dayFormat = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' });

/** An amount as documents have it. */
export function inNaira(amountKobo: Kobo): string {
  return `${amountKobo < 0 ? '-' : ''}₦${nairaFormat.format(Math.abs(nairaFromKobo(amountKobo)))}`;
}

/** What a document says of its registration, above its number and code. */
export function registrationSentence({ title, registration }: InvoiceDocument): string | null {
  if (registration === undefined) return null;
  if (registration === 'waiting')
    return `This ${title.toLowerCase()} is being registered with the Nigeria Revenue Service.`;
  return `Registered with the Nigeria Revenue Service on ${registration.registeredAt}`;
}

/** A party, line by line, without what is unknown. */
export function partyLines(party: InvoiceParty): string[] {
  return [
    party.name,
    party.address,
    party.registrationNumber && `Registration number: ${party.registrationNumber}`,
    party.taxId && `Tax ID (TIN): ${party.taxId}`,
    hasMailbox(party.email) && party.email,
    party.phone,
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

const STAMPS = { open: 'Due', paid: 'Paid', void: 'Void' } as const;

const SUMS = { open: 'Amount due', paid: 'Amount paid', void: 'Nothing is owed' } as const;

const VOID_NOTES = {
  replaced: 'This invoice is void: another one has taken its place.',
  cancelled: 'This invoice is void: the service was cancelled before this time began.',
  suspended: 'This invoice is void: the line was suspended, and nothing is charged for time without service.',
  postponed: 'This invoice is void: time that an outage took was given back, so its month begins later.',
} as const;

function serviceFacts(snapshot: FoundInvoice['invoice']['snapshot']): Fact[] {
  return [
    ...(snapshot.speed === '' ? [] : [{ label: 'Plan', value: `${snapshot.planName}, ${snapshot.speed}` }]),
    {
      label: 'Service',
      value: `${dayFormat.format(new Date(snapshot.periodStart))} to ${dayFormat.format(new Date(snapshot.periodEnd))}`,
    },
  ];
}

function factsOf({
  invoice,
  payment,
  receiptNumber,
}: Omit<FoundInvoice, 'creditNotes' | 'outstanding' | 'writtenOff'>): Fact[] {
  const { snapshot } = invoice;
  return [
    { label: 'Date of issue', value: dayFormat.format(invoice.issuedAt) },
    { label: 'Due', value: dayFormat.format(invoice.dueAt) },
    { label: 'Customer number', value: String(invoice.userId) },
    ...(invoice.kind === 'charge' ? [] : serviceFacts(snapshot)),
    ...(snapshot.purchaseOrder ? [{ label: 'Purchase order', value: snapshot.purchaseOrder }] : []),
    ...(payment ? [{ label: 'Payment', value: `${payment.reference} (${wayOf(payment)})` }] : []),
    ...(receiptNumber ? [{ label: 'Receipt', value: receiptNumber }] : []),
  ];
}

const wayOf = ({ channel, gateway }: { readonly channel: string | null; readonly gateway: string }) =>
  channel === OWN_NUMBER ? 'bank transfer' : (channel ?? gateway);

const UNTAXED = { standard: 'Bears no VAT', 'zero-rated': 'Zero-rated', exempt: 'Exempt from VAT' } as const;

type Sums = { readonly total: Kobo; readonly vat: Kobo; readonly parts: readonly VatSubtotal[] };

/** Net, VAT and total; where several rates are, what each is computed of. */
function totalsOf({ total, vat, parts }: Sums, sign: 1 | -1): Fact[] {
  const signed = (amount: number) => inNaira(toKobo(sign * amount));
  const roundingKobo = roundingOf(parts);
  const taxable = parts.map(({ category, rate, taxableKobo }) => ({
    label: rate === 0 ? UNTAXED[category] : `Taxable at ${vatPercent(rate)}%`,
    value: signed(taxableKobo),
  }));
  const taxed = parts.filter(({ category, rate }) => parts.length === 1 || category === 'standard' || rate > 0);
  return [
    { label: 'Net', value: signed(total - vat - roundingKobo) },
    ...(parts.length > 1 ? taxable : []),
    ...taxed.map(({ category, rate, vatKobo }) => ({
      label: category === 'standard' ? vatLabel(rate) : UNTAXED[category],
      value: signed(vatKobo),
    })),
    ...(roundingKobo === 0 ? [] : [{ label: 'Rounding', value: signed(roundingKobo) }]),
    { label: 'Total, VAT included', value: signed(total) },
  ];
}

function formOf(found: Pick<FoundInvoice, 'invoice' | 'registration'>) {
  const { snapshot } = found.invoice;
  return {
    ...registrationOf(found),
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    seller: partyLines(snapshot.seller),
    buyer: partyLines(snapshot.buyer),
  };
}

/** Where a document is to be registered, what it says of that. */
function registrationOf({
  registration: found,
}: Pick<FoundInvoice, 'registration'>): Pick<InvoiceDocument, 'registration'> {
  if (!found) return {};
  const { status, irn, qrText, registeredAt } = found;
  if (status !== 'registered' || irn === null || registeredAt === null) return { registration: 'waiting' };
  return { registration: { irn, qrText, registeredAt: dayFormat.format(registeredAt) } };
}

/** Whether credit notes have cancelled all of an invoice. */
function isAllReturned({ invoice, creditNotes }: FoundInvoice): boolean {
  return creditNotes.length > 0 && addKobo(...creditNotes.map(({ total }) => total)) === invoice.total;
}

/** What is still asked for of an open invoice: what is written off is not. */
const askedFor = ({ invoice, outstanding, writtenOff }: FoundInvoice) =>
  outstanding ?? toKobo(invoice.total - (writtenOff ?? 0));

/** What was paid of an invoice of all lines, what is written off, and what is left; nothing for others. */
function settledOf(found: FoundInvoice): Fact[] {
  const { invoice, outstanding, writtenOff } = found;
  const lost = writtenOff === null ? [] : [{ label: 'Written off', value: inNaira(negateKobo(writtenOff)) }];
  const paidKobo = outstanding === null ? null : toKobo(invoice.total - outstanding - (writtenOff ?? 0));
  if (paidKobo === null && writtenOff === null) return [];
  return [
    ...(paidKobo === null ? [] : [{ label: 'Paid, with tax withheld', value: inNaira(negateKobo(paidKobo)) }]),
    ...lost,
    { label: 'Outstanding', value: inNaira(askedFor(found)) },
  ];
}

/** Its state in a word, and its sum; a company's invoice that is paid in parts has what is left of it. */
function standingOf(found: FoundInvoice): Pick<InvoiceDocument, 'stamp' | 'sum'> {
  const { invoice, outstanding, writtenOff } = found;
  if (invoice.status === 'open' && writtenOff !== null && askedFor(found) <= 0) {
    return { stamp: 'Written off', sum: { label: SUMS.void, value: inNaira(toKobo(0)) } };
  }
  const owedKobo = outstanding !== null && outstanding > 0 ? outstanding : invoice.total;
  return {
    stamp: isAllReturned(found) ? 'Refunded' : STAMPS[invoice.status],
    sum: { label: SUMS[invoice.status], value: inNaira(invoice.status === 'void' ? toKobo(0) : owedKobo) },
  };
}

/** The content of an invoice. */
export function describeInvoice(found: FoundInvoice): InvoiceDocument {
  const { invoice, creditNotes, writtenOff } = found;
  return {
    ...formOf(found),
    title: 'Invoice',
    number: invoice.invoiceNumber,
    ...standingOf(found),
    facts: factsOf(found),
    lines: invoice.snapshot.lines.map(({ label, amountKobo }) => ({ label, value: inNaira(toKobo(amountKobo)) })),
    totals: [...totalsOf({ ...invoice, parts: vatBreakdownOfInvoice(invoice) }, 1), ...settledOf(found)],
    notes: [
      ...(writtenOff === null ? [] : [`We do not ask for ${inNaira(writtenOff)} of this invoice any more.`]),
      ...(invoice.voidReason ? [VOID_NOTES[invoice.voidReason]] : []),
      ...creditNotes.map(
        ({ creditNoteNumber, total }) => `Refunded ${inNaira(total)}: see credit note ${creditNoteNumber}.`,
      ),
    ],
  };
}

/**
 * The content of a credit note. One over a part, or over the rest that an earlier one has left, has
 * one item.
 */
export function describeCreditNote(found: FoundCreditNote): InvoiceDocument {
  const { invoice, creditNote } = found;
  const isWhole = creditNote.total === invoice.total;
  const part = [{ label: `Part of invoice ${invoice.invoiceNumber}`, value: inNaira(negateKobo(creditNote.total)) }];
  return {
    ...formOf(found),
    title: 'Credit note',
    number: creditNote.creditNoteNumber,
    stamp: null,
    sum: { label: 'Amount returned', value: inNaira(creditNote.total) },
    facts: [
      { label: 'Date of issue', value: dayFormat.format(creditNote.issuedAt) },
      { label: 'Corrects invoice', value: `${invoice.invoiceNumber} of ${dayFormat.format(invoice.issuedAt)}` },
      ...factsOf(found).filter(({ label }) => ['Customer number', 'Plan', 'Service', 'Payment'].includes(label)),
    ],
    lines: isWhole
      ? invoice.snapshot.lines.map(({ label, amountKobo }) => ({ label, value: inNaira(toKobo(-amountKobo)) }))
      : part,
    totals: totalsOf({ ...creditNote, parts: vatBreakdownOfCreditNote(creditNote, invoice) }, -1),
    notes: [
      isWhole ? 'The money for this invoice has gone back.' : 'A part of the money for this invoice has gone back.',
    ],
  };
}
