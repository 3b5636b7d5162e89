import { shareOfRate, type VatRate, type VatShare, vatIncluded, vatOn } from '@portal/kernel/billing/vat';
import { addKobo, type Kobo, shareOf, toKobo } from '@portal/kernel/money';

/** What of a document is taxed alike; its whole includes its VAT, a kobo of rounding may lie between. */
export type VatSubtotal = {
  readonly category: 'standard' | 'zero-rated' | 'exempt';
  readonly rate: VatRate;
  readonly grossKobo: number;
  readonly taxableKobo: number;
  readonly vatKobo: number;
};

type Invoice = {
  readonly kind: string;
  readonly total: Kobo;
  readonly vat: Kobo;
  readonly vatRate: VatRate;
  readonly snapshot: { readonly vat?: readonly VatSubtotal[] };
};

type CreditNote = { readonly total: Kobo; readonly vat: Kobo; readonly vatBreakdown: readonly VatSubtotal[] | null };

/** How a line is taxed. */
export type LineVat = { readonly category: VatSubtotal['category']; readonly rate: VatRate };

type Line = { readonly amountKobo: number; readonly vat?: LineVat };

/** How what bears the rate of an invoice is taxed: at zero it is exempt, unless a line says otherwise. */
export function vatOfRate(rate: VatRate): LineVat {
  return { category: rate === 0 ? 'exempt' : 'standard', rate };
}

/**
 * A part of a document that is taxed alike, with its VAT. The taxable amount is the one near the rest
 * whose VAT, rounded once, is `vatKobo` (EN 16931, BR-CO-17); where the rest is not, a kobo lies between,
 * which the document shows as its rounding.
 */
function vatSubtotal({ category, rate }: LineVat, grossKobo: Kobo, vatKobo: Kobo): VatSubtotal {
  const rest = toKobo(grossKobo - vatKobo);
  const exact = [rest, toKobo(rest - 1), toKobo(rest + 1)].find((taxable) => vatOn(taxable, rate) === vatKobo);
  return { category, rate, grossKobo, taxableKobo: exact ?? rest, vatKobo };
}

/** The lines of a document by how they are taxed, in the order in which each way comes first. */
export function groupByVat<L extends Line>(lines: readonly L[], documentRate: VatRate): Map<string, L[]> {
  return Map.groupBy(lines, ({ vat = vatOfRate(documentRate) }) => `${vat.category} ${vat.rate}`);
}

/** The VAT of a document by rate and category, each rounded once. */
export function vatBreakdownOf(lines: readonly Line[], documentRate: VatRate): VatSubtotal[] {
  return [...groupByVat(lines, documentRate).values()].map((alike) => {
    const vat = alike[0]?.vat ?? vatOfRate(documentRate);
    const grossKobo = addKobo(...alike.map(({ amountKobo }) => toKobo(amountKobo)));
    return vatSubtotal(vat, grossKobo, vatIncluded(grossKobo, vat.rate));
  });
}

export function sumVat(breakdown: readonly VatSubtotal[]): Kobo {
  return addKobo(...breakdown.map(({ vatKobo }) => toKobo(vatKobo)));
}

/** What lies between the total of a document and its taxable amounts with their VAT. */
export function roundingOf(breakdown: readonly VatSubtotal[]): Kobo {
  return addKobo(...breakdown.map(({ grossKobo, taxableKobo, vatKobo }) => toKobo(grossKobo - taxableKobo - vatKobo)));
}

/** The VAT of an invoice by rate and category, of whatever release it is. */
export function vatBreakdownOfInvoice({ kind, total, vat, vatRate, snapshot }: Invoice): readonly VatSubtotal[] {
  if (snapshot.vat) return snapshot.vat;
  // Those of earlier releases have the rate although a charge bears none, and no rounding.
  const rate = kind === 'charge' && vat === 0 ? 0 : vatRate;
  return [{ category: 'standard', rate, grossKobo: total, taxableKobo: total - vat, vatKobo: vat }];
}

/** What a credit note takes back by rate and category, of whatever release it is. */
export function vatBreakdownOfCreditNote(
  { total, vat, vatBreakdown }: CreditNote,
  invoice: Pick<Invoice, 'vatRate'>,
): readonly VatSubtotal[] {
  if (vatBreakdown) return vatBreakdown;
  const { vatRate: rate } = invoice;
  return [{ category: 'standard', rate, grossKobo: total, taxableKobo: total - vat, vatKobo: vat }];
}

/** The VAT in a part of an invoice: that of its rate, or of its rates by their amounts. */
export function vatShareOf(invoice: Invoice): VatShare {
  const [first, ...others] = vatBreakdownOfInvoice(invoice);
  return first && others.length === 0 ? shareOfRate(first.rate) : [invoice.vat, invoice.total];
}

/**
 * What a credit note over `grossKobo` takes back of an invoice by rate and category, after notes that
 * have taken back `earlierKobo`. Each takes the difference between what all have taken back by then and
 * before, so that the notes of a whole invoice add up to its breakdown, whatever theirs are.
 */
export function creditedVat(
  breakdown: readonly VatSubtotal[],
  { earlierKobo, grossKobo }: { readonly earlierKobo: Kobo; readonly grossKobo: Kobo },
): VatSubtotal[] {
  const before = takenOf(breakdown, earlierKobo);
  const after = takenOf(breakdown, addKobo(earlierKobo, grossKobo));
  return breakdown.flatMap(({ category, rate }, index) => {
    const gross = toKobo((after[index]?.gross ?? 0) - (before[index]?.gross ?? 0));
    const vat = toKobo((after[index]?.vat ?? 0) - (before[index]?.vat ?? 0));
    return gross === 0 && vat === 0 ? [] : [vatSubtotal({ category, rate }, gross, vat)];
  });
}

/**
 * How much of each part goes back when `takenKobo` of the whole does: its share, all of it at the end.
 * Each part is split from what the ones before have left, so that more of the whole is never less of a part.
 */
function takenOf(breakdown: readonly VatSubtotal[], takenKobo: Kobo): { readonly gross: Kobo; readonly vat: Kobo }[] {
  let whole = breakdown.reduce((sum, { grossKobo }) => sum + grossKobo, 0);
  let left: number = takenKobo;
  return breakdown.map(({ grossKobo, vatKobo }) => {
    const gross = whole === 0 ? toKobo(0) : shareOf(toKobo(grossKobo), left, whole);
    whole -= grossKobo;
    left -= gross;
    return { gross, vat: grossKobo === 0 ? toKobo(0) : shareOf(toKobo(vatKobo), gross, grossKobo) };
  });
}
