import { elementsAt, readUbl, textAt, type UblElement } from './read-ubl.ts';

/** A rule of EN 16931 by its name, and whether a document keeps it. */
type Rule = readonly [id: string, holds: (document: Document) => boolean];

type Document = {
  readonly root: UblElement;
  readonly seller: UblElement | undefined;
  readonly buyer: UblElement | undefined;
  readonly lines: readonly UblElement[];
  readonly allowances: readonly UblElement[];
  readonly charges: readonly UblElement[];
  readonly subtotals: readonly UblElement[];
  readonly total: (name: string) => bigint | null;
  readonly toleranceKobo: bigint;
};

const PARTY = { seller: 'cac:AccountingSupplierParty/cac:Party', buyer: 'cac:AccountingCustomerParty/cac:Party' };
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';
const VAT_ID = 'cac:PartyTaxScheme/cbc:CompanyID';
const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory';

/** An amount in kobo, or a percentage in hundredths, null where there is none or it is no number. */
function hundredths(text: string | null): bigint | null {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined) return null;
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

const amountAt = (element: UblElement, path: string) => hundredths(textAt(element, path));
const has = (element: UblElement | undefined, path: string) => element !== undefined && textAt(element, path) !== null;
const sum = (amounts: readonly (bigint | null)[]) => amounts.reduce<bigint>((all, each) => all + (each ?? 0n), 0n);
const sumAt = (elements: readonly UblElement[], path: string) => sum(elements.map((each) => amountAt(each, path)));

function documentOf(xml: string, toleranceKobo: number): Document {
  const root = readUbl(xml);
  const items = elementsAt(root, 'cac:AllowanceCharge');
  const isCharge = (item: UblElement) => textAt(item, 'cbc:ChargeIndicator') === 'true';
  return {
    root,
    seller: elementsAt(root, PARTY.seller)[0],
    buyer: elementsAt(root, PARTY.buyer)[0],
    lines: [...elementsAt(root, 'cac:InvoiceLine'), ...elementsAt(root, 'cac:CreditNoteLine')],
    allowances: items.filter((item) => !isCharge(item)),
    charges: items.filter(isCharge),
    subtotals: elementsAt(root, 'cac:TaxTotal/cac:TaxSubtotal'),
    total: (name) => amountAt(root, `cac:LegalMonetaryTotal/cbc:${name}`),
    toleranceKobo: BigInt(toleranceKobo),
  };
}

const rootHas = (path: string) => (document: Document) => has(document.root, path);
const everyLineHas =
  (...paths: string[]) =>
  ({ lines }: Document) =>
    lines.every((line) => paths.some((path) => has(line, path)));
const everySubtotalHas = (path: string) => (document: Document) => document.subtotals.every((each) => has(each, path));
const everyItemHas =
  (...paths: string[]) =>
  ({ allowances, charges }: Document) =>
    [...allowances, ...charges].every((item) => paths.some((path) => has(item, path)));

const quantityOf = (line: UblElement) =>
  [...elementsAt(line, 'cbc:InvoicedQuantity'), ...elementsAt(line, 'cbc:CreditedQuantity')][0];

const presence: readonly Rule[] = [
  ['BR-01', rootHas('cbc:CustomizationID')],
  ['BR-02', rootHas('cbc:ID')],
  ['BR-03', rootHas('cbc:IssueDate')],
  ['BR-04', ({ root }) => has(root, 'cbc:InvoiceTypeCode') || has(root, 'cbc:CreditNoteTypeCode')],
  ['BR-05', rootHas('cbc:DocumentCurrencyCode')],
  ['BR-06', ({ seller }) => has(seller, 'cac:PartyLegalEntity/cbc:RegistrationName')],
  ['BR-07', ({ buyer }) => has(buyer, 'cac:PartyLegalEntity/cbc:RegistrationName')],
  ['BR-08', ({ seller }) => seller !== undefined && elementsAt(seller, 'cac:PostalAddress').length > 0],
  ['BR-09', ({ seller }) => has(seller, COUNTRY)],
  ['BR-10', ({ buyer }) => buyer !== undefined && elementsAt(buyer, 'cac:PostalAddress').length > 0],
  ['BR-11', ({ buyer }) => has(buyer, COUNTRY)],
  ['BR-12', rootHas('cac:LegalMonetaryTotal/cbc:LineExtensionAmount')],
  ['BR-13', rootHas('cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount')],
  ['BR-14', rootHas('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount')],
  ['BR-15', rootHas('cac:LegalMonetaryTotal/cbc:PayableAmount')],
  ['BR-16', ({ lines }) => lines.length > 0],
  ['BR-21', everyLineHas('cbc:ID')],
  ['BR-22', ({ lines }) => lines.every((line) => quantityOf(line)?.text)],
  ['BR-23', ({ lines }) => lines.every((line) => quantityOf(line)?.attributes.unitCode)],
  ['BR-24', everyLineHas('cbc:LineExtensionAmount')],
  ['BR-25', everyLineHas('cac:Item/cbc:Name')],
  ['BR-26', everyLineHas('cac:Price/cbc:PriceAmount')],
  ['BR-27', ({ lines }) => lines.every((line) => (amountAt(line, 'cac:Price/cbc:PriceAmount') ?? 0n) >= 0n)],
  [
    'BR-29',
    ({ root }) => {
      const [from, until] = ['StartDate', 'EndDate'].map((name) => textAt(root, `cac:InvoicePeriod/cbc:${name}`));
      return !from || !until || from <= until;
    },
  ],
  ['BR-31', everyItemHas('cbc:Amount')],
  ['BR-32', everyItemHas('cac:TaxCategory/cbc:ID')],
  ['BR-33', everyItemHas('cbc:AllowanceChargeReason', 'cbc:AllowanceChargeReasonCode')],
  ['BR-45', everySubtotalHas('cbc:TaxableAmount')],
  ['BR-46', everySubtotalHas('cbc:TaxAmount')],
  ['BR-47', everySubtotalHas('cac:TaxCategory/cbc:ID')],
  ['BR-48', everySubtotalHas('cac:TaxCategory/cbc:Percent')],
  ['BR-49', ({ root }) => elementsAt(root, 'cac:PaymentMeans').every((means) => has(means, 'cbc:PaymentMeansCode'))],
  [
    'BR-52',
    ({ root }) => elementsAt(root, 'cac:AdditionalDocumentReference').every((reference) => has(reference, 'cbc:ID')),
  ],
  ['BR-53', ({ root }) => !has(root, 'cbc:TaxCurrencyCode') || hasTotalIn(root, textAt(root, 'cbc:TaxCurrencyCode'))],
  [
    'BR-55',
    ({ root }) =>
      elementsAt(root, 'cac:BillingReference/cac:InvoiceDocumentReference').every((each) => has(each, 'cbc:ID')),
  ],
  [
    'BR-65',
    ({ lines }) =>
      lines
        .flatMap((line) => elementsAt(line, 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode'))
        .every(({ attributes }) => attributes.listID),
  ],
];

function hasTotalIn(root: UblElement, currency: string | null): boolean {
  return elementsAt(root, 'cac:TaxTotal/cbc:TaxAmount').some(({ attributes }) => attributes.currencyID === currency);
}

/** Half up, of an amount at a percentage in hundredths. */
function vatOf(taxable: bigint, percent: bigint): bigint {
  const doubled = (taxable < 0n ? -taxable : taxable) * percent * 2n + 10_000n;
  return taxable < 0n ? -(doubled / 20_000n) : doubled / 20_000n;
}

function isTaxed(subtotal: UblElement, toleranceKobo: bigint): boolean {
  const percent = amountAt(subtotal, 'cac:TaxCategory/cbc:Percent') ?? 0n;
  const off =
    (amountAt(subtotal, 'cbc:TaxAmount') ?? 0n) - vatOf(amountAt(subtotal, 'cbc:TaxableAmount') ?? 0n, percent);
  return off <= toleranceKobo && off >= -toleranceKobo;
}

const calculation: readonly Rule[] = [
  ['BR-CO-03', ({ root }) => !has(root, 'cbc:TaxPointDate') || !has(root, 'cac:InvoicePeriod/cbc:DescriptionCode')],
  ['BR-CO-04', everyLineHas(`${LINE_CATEGORY}/cbc:ID`)],
  [
    'BR-CO-09',
    ({ seller, buyer }) =>
      [seller, buyer].every((party) => {
        const id = party && textAt(party, VAT_ID);
        return !id || (/^[A-Z]{2}./.test(id) && id.startsWith((party && textAt(party, COUNTRY)) ?? '?'));
      }),
  ],
  ['BR-CO-10', ({ total, lines }) => total('LineExtensionAmount') === sumAt(lines, 'cbc:LineExtensionAmount')],
  ['BR-CO-11', ({ total, allowances }) => (total('AllowanceTotalAmount') ?? 0n) === sumAt(allowances, 'cbc:Amount')],
  ['BR-CO-12', ({ total, charges }) => (total('ChargeTotalAmount') ?? 0n) === sumAt(charges, 'cbc:Amount')],
  [
    'BR-CO-13',
    ({ total }) =>
      total('TaxExclusiveAmount') ===
      (total('LineExtensionAmount') ?? 0n) - (total('AllowanceTotalAmount') ?? 0n) + (total('ChargeTotalAmount') ?? 0n),
  ],
  [
    'BR-CO-14',
    ({ root, subtotals }) => amountAt(root, 'cac:TaxTotal/cbc:TaxAmount') === sumAt(subtotals, 'cbc:TaxAmount'),
  ],
  [
    'BR-CO-15',
    ({ root, total }) =>
      total('TaxInclusiveAmount') ===
      (total('TaxExclusiveAmount') ?? 0n) + (amountAt(root, 'cac:TaxTotal/cbc:TaxAmount') ?? 0n),
  ],
  [
    'BR-CO-16',
    ({ total }) =>
      total('PayableAmount') ===
      (total('TaxInclusiveAmount') ?? 0n) - (total('PrepaidAmount') ?? 0n) + (total('PayableRoundingAmount') ?? 0n),
  ],
  ['BR-CO-17', ({ subtotals, toleranceKobo }) => subtotals.every((each) => isTaxed(each, toleranceKobo))],
  ['BR-CO-18', ({ subtotals }) => subtotals.length > 0],
  [
    'BR-CO-19',
    ({ root }) =>
      elementsAt(root, 'cac:InvoicePeriod').every((each) => has(each, 'cbc:StartDate') || has(each, 'cbc:EndDate')),
  ],
  [
    'BR-CO-25',
    ({ root, total }) =>
      (total('PayableAmount') ?? 0n) <= 0n || has(root, 'cbc:DueDate') || has(root, 'cac:PaymentTerms/cbc:Note'),
  ],
  ['BR-CO-26', ({ seller }) => has(seller, VAT_ID) || has(seller, 'cac:PartyLegalEntity/cbc:CompanyID')],
];

const DECIMALS: readonly (readonly [id: string, path: string])[] = [
  ['BR-DEC-01', 'cac:AllowanceCharge/cbc:Amount'],
  ...[
    ['09', 'LineExtensionAmount'],
    ['10', 'AllowanceTotalAmount'],
    ['11', 'ChargeTotalAmount'],
    ['12', 'TaxExclusiveAmount'],
    ['14', 'TaxInclusiveAmount'],
    ['16', 'PrepaidAmount'],
    ['17', 'PayableRoundingAmount'],
    ['18', 'PayableAmount'],
  ].map(([id, name]) => [`BR-DEC-${id}`, `cac:LegalMonetaryTotal/cbc:${name}`] as const),
  ['BR-DEC-13', 'cac:TaxTotal/cbc:TaxAmount'],
  ['BR-DEC-19', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount'],
  ['BR-DEC-20', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'],
  ['BR-DEC-23', 'cac:InvoiceLine/cbc:LineExtensionAmount'],
  ['BR-DEC-23', 'cac:CreditNoteLine/cbc:LineExtensionAmount'],
];
const decimals = DECIMALS.map(
  ([id, path]): Rule => [id, ({ root }) => elementsAt(root, path).every(({ text }) => hundredths(text) !== null)],
);

/** The rules of a category: S at a rate above zero; Z and E at zero, E with the reason. */
function rulesOf(code: 'S' | 'Z' | 'E'): readonly Rule[] {
  const linesOf = ({ lines }: Document) => lines.filter((line) => textAt(line, `${LINE_CATEGORY}/cbc:ID`) === code);
  const itemsOf = (items: readonly UblElement[]) =>
    items.filter((item) => textAt(item, 'cac:TaxCategory/cbc:ID') === code);
  const isOfRate = (element: UblElement, path: string, rate: bigint | null) => amountAt(element, path) === rate;
  const isRate = (rate: bigint | null) => (code === 'S' ? rate !== null && rate > 0n : rate === 0n);
  const isBased = (document: Document, subtotal: UblElement) => {
    const rate = amountAt(subtotal, 'cac:TaxCategory/cbc:Percent');
    const lines = linesOf(document).filter((line) => isOfRate(line, `${LINE_CATEGORY}/cbc:Percent`, rate));
    const [allowances, charges] = [document.allowances, document.charges].map((items) =>
      sumAt(
        itemsOf(items).filter((item) => isOfRate(item, 'cac:TaxCategory/cbc:Percent', rate)),
        'cbc:Amount',
      ),
    );
    const based = sumAt(lines, 'cbc:LineExtensionAmount') - (allowances ?? 0n) + (charges ?? 0n);
    return amountAt(subtotal, 'cbc:TaxableAmount') === based;
  };
  const isReasoned = (subtotal: UblElement) =>
    has(subtotal, 'cac:TaxCategory/cbc:TaxExemptionReason') === (code === 'E') &&
    !has(subtotal, 'cac:TaxCategory/cbc:TaxExemptionReasonCode');
  return [
    [
      `BR-${code}-01`,
      (document) => {
        const { subtotals, allowances, charges } = document;
        const parts = itemsOf(subtotals).length;
        if (linesOf(document).length + itemsOf([...allowances, ...charges]).length === 0) return parts === 0;
        return code === 'S' ? parts > 0 : parts === 1;
      },
    ],
    [`BR-${code}-02`, (document) => linesOf(document).length === 0 || has(document.seller, VAT_ID)],
    [`BR-${code}-03`, ({ allowances, seller }) => itemsOf(allowances).length === 0 || has(seller, VAT_ID)],
    [`BR-${code}-04`, ({ charges, seller }) => itemsOf(charges).length === 0 || has(seller, VAT_ID)],
    [
      `BR-${code}-05`,
      (document) => linesOf(document).every((line) => isRate(amountAt(line, `${LINE_CATEGORY}/cbc:Percent`))),
    ],
    ...(['allowances', 'charges'] as const).map(
      (kind, index): Rule => [
        `BR-${code}-0${6 + index}`,
        (document) => itemsOf(document[kind]).every((item) => isRate(amountAt(item, 'cac:TaxCategory/cbc:Percent'))),
      ],
    ),
    [`BR-${code}-08`, (document) => itemsOf(document.subtotals).every((subtotal) => isBased(document, subtotal))],
    [
      `BR-${code}-09`,
      ({ subtotals, toleranceKobo }) =>
        itemsOf(subtotals).every((each) =>
          code === 'S' ? isTaxed(each, toleranceKobo) : amountAt(each, 'cbc:TaxAmount') === 0n,
        ),
    ],
    [`BR-${code}-10`, ({ subtotals }) => itemsOf(subtotals).every(isReasoned)],
  ];
}

const RULES = [...presence, ...calculation, ...decimals, ...(['S', 'Z', 'E'] as const).flatMap(rulesOf)];

/** The names of the rules that this knows, each once. */
export const ruleIds: readonly string[] = [...new Set(RULES.map(([id]) => id))];

/**
 * The business rules of EN 16931 that a UBL document breaks, by their names. It reads the XML alone, and
 * holds VAT to the kobo, or within `toleranceKobo` of it.
 */
export function findBrokenRules(xml: string, toleranceKobo = 0): string[] {
  const document = documentOf(xml, toleranceKobo);
  return [...new Set(RULES.filter(([, holds]) => !holds(document)).map(([id]) => id))];
}
