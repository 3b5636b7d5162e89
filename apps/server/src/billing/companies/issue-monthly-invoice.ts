import { type VatRate, vatOn } from '@portal/kernel/billing/vat';
import { formatLagosDay, lagosPeriod, startOfLagosDay } from '@portal/kernel/calendar';
import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { CompanyRow } from '../invoices/company-billing.repository.ts';
import { issueInvoices } from '../invoices/issue-invoices.ts';
import { findInvoiceId, type InvoiceRow, replaceInvoices } from '../invoices/issued-invoice.repository.ts';
import type { SupplyLine } from '../invoices/supply.ts';
import { groupByVat, vatBreakdownOfInvoice } from '../invoices/vat-breakdown.policy.ts';
import { postEntries } from '../ledger/ledger.repository.ts';
import { isVatLabel, vatLabel } from '../pricing/quote.policy.ts';
import { cutAtBillingDays, dueDay, nextBilling } from './company.policy.ts';
import {
  findFirstSubscription,
  hasMonthlyInvoice,
  insertMonthlyInvoice,
  listUninvoiced,
  lockCompanyLines,
  lockOpenChargeInvoices,
  markInvoiced,
  updateCompany,
} from './company.repository.ts';
import { coverLines } from './cover-lines.ts';

type Row = SupplyLine & { readonly amountKobo: Kobo };

type Uninvoiced = Awaited<ReturnType<typeof listUninvoiced>>[number];

/** "Head office: Premium Fiber 100Mbps, 16 July 2026 to 31 July 2026 (16 of 31 days)". */
function describePeriod({ period, label, index }: Uninvoiced, billingDay: number): string {
  const { startsAt, endsAt, planName, createdAt } = period;
  const days = cutAtBillingDays(startsAt, endsAt, billingDay, createdAt).map(({ days, ofDays }) => ({ days, ofDays }));
  const [part] = days;
  const isWhole = days.length !== 1 || part === undefined || part.days === part.ofDays;
  const time = `${formatLagosDay(startsAt)} to ${formatLagosDay(new Date(endsAt.getTime() - 1))}`;
  return `${label ?? `Line ${index}`}: ${planName}, ${time}${isWhole ? '' : ` (${part.days} of ${part.ofDays} days)`}`;
}

/**
 * The rows of an invoice with the VAT on top, once for each rate, where the catalogue's prices exclude it:
 * `rate` is that of what says no other.
 */
function withVat(rows: readonly Row[], rate: VatRate): Row[] {
  if (rate === 0) return [...rows];
  const added = [...groupByVat(rows, rate).values()].flatMap((alike) => {
    const vat = alike[0]?.vat;
    const of = vat?.rate ?? rate;
    const netKobo = addKobo(...alike.map(({ amountKobo }) => amountKobo));
    return of === 0 ? [] : [{ label: vatLabel(of), amountKobo: vatOn(netKobo, of), ...(vat && { vat }) }];
  });
  return [...rows, ...added];
}

/** The items of a charge that is taxed otherwise than the month say how. */
function rowsOfCharge(invoice: InvoiceRow, rate: VatRate): Row[] {
  const [part] = vatBreakdownOfInvoice(invoice);
  const vat = part && part.rate !== rate ? { category: part.category, rate: part.rate } : undefined;
  return invoice.snapshot.lines
    .filter(({ label }) => !isVatLabel(label))
    .map(({ label, amountKobo }) => ({ label, amountKobo: toKobo(amountKobo), ...(vat && { vat }) }));
}

/**
 * Issues the invoice of a company's billing day, which has come, once for each month: the month ahead
 * of each active line, what lines have had since the last one, and open one-off charges, whose own
 * invoices it replaces. Gives the lines their month, books what is owed, and moves the billing day on.
 * Returns the number of the invoice; null where there is nothing to charge. The caller has locked the
 * company. Takes the lock of the invoices' numbers last.
 */
export async function issueMonthlyInvoice(
  deps: BillingDependencies,
  tx: Transaction,
  company: CompanyRow,
  now: Date,
): Promise<string | null> {
  const { accountId, billingDay, nextInvoiceAt } = company;
  const month = lagosPeriod(nextInvoiceAt);
  const until = nextBilling(nextInvoiceAt, billingDay);
  await updateCompany(tx, accountId, { nextInvoiceAt: until });
  const lines = await lockCompanyLines(tx, accountId);
  const active = lines.filter(
    ({ subscription: { status, cancelRequestedAt, nextRenewal } }) =>
      status === 'active' && cancelRequestedAt === null && nextRenewal < until,
  );
  await coverLines(deps, tx, company, active, { until, now });
  const first = await findFirstSubscription(tx, accountId);
  const uninvoiced = await listUninvoiced(tx, accountId);
  const charges = await lockOpenChargeInvoices(tx, accountId);
  const addedVat = deps.addedVat();
  const vatRate = addedVat || deps.vatRate(now);
  const rows: Row[] = [
    ...uninvoiced
      .filter(({ period }) => period.amount > 0)
      .map((each) => ({ label: describePeriod(each, billingDay), amountKobo: each.period.amount })),
    ...charges.flatMap(({ invoice }) => rowsOfCharge(invoice, vatRate)),
  ];
  if (rows.length === 0 || (await hasMonthlyInvoice(tx, accountId, month))) return null;
  const items = withVat(rows, addedVat);
  const totalKobo = addKobo(...items.map(({ amountKobo }) => amountKobo));
  await replaceInvoices(
    tx,
    charges.map(({ invoice }) => invoice.id),
    now,
  );
  const [invoiceNumber = ''] = await issueInvoices(
    deps,
    tx,
    [
      {
        userId: accountId,
        subscriptionId: first?.id ?? null,
        planId: first?.planId ?? null,
        periodNumber: 1,
        kind: 'monthly',
        startsAt: nextInvoiceAt,
        endsAt: until,
        lines: items,
        totalKobo,
        vatRate,
        dueAt: dueDay(startOfLagosDay(now), company.paymentTermsDays),
        purchaseOrder: company.purchaseOrder,
        paid: null,
      },
    ],
    now,
  );
  const invoiceId = await findInvoiceId(tx, invoiceNumber);
  if (!(await insertMonthlyInvoice(tx, { invoiceId, accountId, month, outstanding: totalKobo })))
    throw new Error(`account ${accountId} has an invoice for ${month}`);
  await markInvoiced(
    tx,
    uninvoiced.map(({ period }) => period.id),
    invoiceId,
  );
  await postEntries(tx, {
    transactionKey: `invoice:${invoiceNumber}`,
    userId: accountId,
    paymentId: null,
    entries: [
      { account: 'receivable', amountKobo: totalKobo },
      { account: 'revenue', amountKobo: negateKobo(totalKobo) },
    ],
    now,
  });
  return invoiceNumber;
}
