import type { FeeVat, SettlementFindingKind } from '@portal/contract/billing/gateway-settlements';
import { type VatRate, vatIncluded, vatOn } from '@portal/kernel/billing/vat';
import { lagosMidnight } from '@portal/kernel/calendar';
import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { ListedSettlement, SettlementItem } from '../payments/gateways/gateway.port.ts';

/** Numbers in `details` are kobo. `subject` is the reference that it is about, empty for the settlement itself. */
export type FoundFact = {
  readonly kind: SettlementFindingKind;
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | null>>;
};

/** A payment of ours that a settlement names, as it is before the settlement is booked. */
export type KnownPayment = {
  readonly id: string;
  readonly reference: string;
  readonly gatewayReference: string | null;
  readonly status: string;
  /** What our ledger has of it at the gateway. */
  readonly oursKobo: Kobo;
  /** What its payer was charged, as the gateway confirmed it; more than ours where the payer bore the fee. */
  readonly chargedKobo: Kobo | null;
  /** The settlement that has it already. */
  readonly settledIn: string | null;
  /** Whether a settlement has taken its refund or chargeback off. */
  readonly isDeducted: boolean;
  /** What went back of it by our ledger. */
  readonly returnedKobo: Kobo;
};

export type JudgedItem = Pick<SettlementItem, 'kind' | 'vendorReference'> & {
  readonly reference: string;
  readonly paymentId: string | null;
  readonly amount: Kobo;
  readonly fee: Kobo;
  /** What it moves out of the gateway's account of the ledger. */
  readonly booked: Kobo;
};

export type Judged = {
  readonly items: readonly JudgedItem[];
  readonly findings: readonly FoundFact[];
  readonly sums: {
    readonly fees: Kobo;
    readonly feeVat: Kobo;
    readonly payerFees: Kobo;
    readonly refunds: Kobo;
    readonly chargebacks: Kobo;
    readonly unexplained: Kobo;
    /** Credited to `suspense`: what was paid out and is no payment or refund of ours. */
    readonly suspense: Kobo;
  };
};

const HAS_MONEY = new Set(['successful', 'refunded', 'disputed']);
const nothing = toKobo(0);
const less = (amount: Kobo, ...others: readonly Kobo[]): Kobo => addKobo(amount, ...others.map(negateKobo));
const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => Kobo): Kobo =>
  rows.reduce((sum, row) => addKobo(sum, amountOf(row)), nothing);

type Known = {
  readonly byReference: ReadonlyMap<string, KnownPayment>;
  readonly byTransaction: ReadonlyMap<string, KnownPayment>;
};

/** Every payment in it against ours, the first time that one is named. */
function judgePayments(listed: ListedSettlement, items: readonly SettlementItem[], known: Known) {
  const seen = new Set<string>();
  const findings: FoundFact[] = [];
  let payerFees = nothing;
  const deducted = new Set(
    items.flatMap(({ kind, transaction }) => (kind === 'payment' || !transaction ? [] : [transaction])),
  );
  const judged = items.map((item): JudgedItem => {
    const { kind, vendorReference, amountKobo: amount, feeKobo: fee } = item;
    const subject = item.reference ?? vendorReference;
    const apart = { kind, vendorReference, reference: subject, paymentId: null, amount, fee, booked: nothing };
    // Money to an account number has no reference of ours at the vendor.
    const ours = known.byReference.get(item.reference ?? '') ?? known.byTransaction.get(item.transaction ?? '');
    if (!ours) {
      findings.push({ kind: 'not-ours', subject, details: { amount, vendorReference } });
      return apart;
    }
    if (!HAS_MONEY.has(ours.status)) {
      findings.push({ kind: 'unpaid-payment', subject, details: { amount, status: ours.status } });
      return apart;
    }
    const other = ours.settledIn ?? (seen.has(ours.id) ? listed.settlementId : null);
    if (other !== null) {
      findings.push({ kind: 'settled-twice', subject, details: { amount, other } });
      return apart;
    }
    seen.add(ours.id);
    const extra = less(amount, ours.oursKobo);
    if (extra > 0 && ours.chargedKobo === amount) payerFees = addKobo(payerFees, extra);
    else if (extra !== 0) findings.push({ kind: 'other-amount', subject, details: { amount, ours: ours.oursKobo } });
    const isTakenOff = ours.isDeducted || deducted.has(ours.gatewayReference ?? '');
    if (ours.status !== 'successful' && !isTakenOff) {
      findings.push({ kind: 'refund-not-taken', subject, details: { amount: ours.returnedKobo, status: ours.status } });
    }
    return { ...apart, paymentId: ours.id, booked: ours.oursKobo };
  });
  return { judged, findings, payerFees };
}

/** What was taken off for refunds and chargebacks: of our payments out of the gateway’s account, else apart. */
function judgeDeductions(items: readonly SettlementItem[], { byTransaction }: Known) {
  const findings: FoundFact[] = [];
  const judged = items.map((item): JudgedItem => {
    const { kind, vendorReference, transaction, amountKobo: amount, feeKobo: fee } = item;
    const ours = transaction === null ? undefined : byTransaction.get(transaction);
    const reference = ours?.reference ?? transaction ?? vendorReference;
    if (!ours || !HAS_MONEY.has(ours.status)) {
      findings.push({ kind: 'deduction-unknown', subject: reference, details: { amount, vendorReference } });
      return { kind, vendorReference, reference, paymentId: null, amount, fee, booked: nothing };
    }
    if (ours.returnedKobo < amount) {
      findings.push({ kind: 'refund-not-booked', subject: reference, details: { amount, ours: ours.returnedKobo } });
    }
    return { kind, vendorReference, reference, paymentId: ours.id, amount, fee, booked: negateKobo(amount) };
  });
  return { judged, findings };
}

function taxFees(
  listed: ListedSettlement,
  { feeVat, rate }: { readonly feeVat: FeeVat; readonly rate: VatRate },
  found: { readonly payerFees: Kobo; readonly missing: Kobo; readonly payments: number },
) {
  const { feesKobo } = listed;
  if (feeVat === 'included') {
    const own = less(feesKobo, found.payerFees);
    return { fees: feesKobo, feeVat: own > 0 ? vatIncluded(own, rate) : nothing, unexplained: found.missing };
  }
  // Rounded on each payment, so that it can differ by a kobo for each.
  const isVat =
    feeVat === 'added' && found.missing > 0 && Math.abs(found.missing - vatOn(feesKobo, rate)) <= found.payments;
  if (isVat) return { fees: addKobo(feesKobo, found.missing), feeVat: found.missing, unexplained: nothing };
  return { fees: feesKobo, feeVat: nothing, unexplained: found.missing };
}

/** The total beside its rows, a difference of each named. */
function compareSums(listed: ListedSettlement, payments: readonly SettlementItem[]): FoundFact[] {
  const sums = [
    { subject: 'gross', total: listed.grossKobo, rows: sumOf(payments, (item) => item.amountKobo) },
    { subject: 'fees', total: listed.feesKobo, rows: sumOf(payments, (item) => item.feeKobo) },
  ];
  return sums
    .filter(({ total, rows }) => total !== rows)
    .map(({ subject, total, rows }) => ({ kind: 'sums-differ', subject, details: { total, rows } }));
}

/**
 * A settlement and what is in it beside our payments: what each item moves out of the gateway’s account,
 * what is not ours or has no name and goes apart, and every difference as a finding. The gateway’s account
 * loses exactly what our ledger has of the payments in it, less what went back of them.
 */
export function judgeSettlement(
  listed: ListedSettlement,
  items: readonly SettlementItem[],
  known: readonly KnownPayment[],
  tax: { readonly feeVat: FeeVat; readonly rate: VatRate },
): Judged {
  const of: Known = {
    byReference: new Map(known.map((payment) => [payment.reference, payment])),
    byTransaction: new Map(
      known.flatMap((payment) => (payment.gatewayReference ? [[payment.gatewayReference, payment]] : [])),
    ),
  };
  const payments = items.filter(({ kind }) => kind === 'payment');
  const paid = judgePayments(listed, payments, of);
  const taken = judgeDeductions(
    items.filter(({ kind }) => kind !== 'payment'),
    of,
  );
  const { deductions } = listed;
  const takenOff = (kind: string) =>
    sumOf(
      taken.judged.filter((item) => item.kind === kind),
      (item) => item.amount,
    );
  const refunds = deductions.kind === 'named' ? deductions.refundsKobo : takenOff('refund');
  const chargebacks = deductions.kind === 'named' ? deductions.chargebacksKobo : takenOff('chargeback');
  const missing = less(listed.grossKobo, listed.feesKobo, refunds, chargebacks, listed.stampDutyKobo, listed.netKobo);
  const fees = taxFees(listed, tax, { payerFees: paid.payerFees, missing, payments: payments.length });
  const judged = [...paid.judged, ...taken.judged];
  const booked = sumOf(judged, (item) => item.booked);
  const debits = addKobo(listed.netKobo, fees.fees, negateKobo(paid.payerFees), listed.stampDutyKobo);
  const unnamed = less(addKobo(refunds, chargebacks), takenOff('refund'), takenOff('chargeback'));
  return {
    items: judged,
    findings: [
      ...compareSums(listed, payments),
      ...paid.findings,
      ...taken.findings,
      ...(addKobo(fees.unexplained, unnamed) === 0
        ? []
        : [
            {
              kind: 'deduction-unknown' as const,
              subject: '',
              details: { amount: addKobo(fees.unexplained, unnamed) },
            },
          ]),
    ],
    sums: { ...fees, payerFees: paid.payerFees, refunds, chargebacks, suspense: less(debits, booked) },
  };
}

/** When it is booked: noon in Lagos of its day, so that it is in the month of its day; never in the future. */
export function bookedAt(settledOn: string, now: Date): Date {
  const noon = new Date(lagosMidnight(settledOn).getTime() + 12 * 3_600_000);
  return noon < now ? noon : now;
}
