import { lagosDay } from '@portal/kernel/calendar';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { invoicePaid, invoicesIssued } from '../events.ts';
import { documentNumber } from './invoice.policy.ts';
import { takeNumbers } from './invoice.repository.ts';
import {
  findBuyers,
  findPlanNames,
  type InvoiceRow,
  insertInvoices,
  listPeriodInvoices,
  voidOpenInvoices,
} from './issued-invoice.repository.ts';
import type { MonthSupply, Supply } from './supply.ts';
import { sumVat, vatBreakdownOf } from './vat-breakdown.policy.ts';

export type InvoiceDependencies = Pick<BillingDependencies, 'seller' | 'vatRate' | 'publish'>;

/** A supply with how it was paid; null while it is not. */
type Invoiced = Supply & { readonly paid: { readonly paymentId: string; readonly paidAt: Date } | null };

/** What an invoice is for, in a word: a charge by itself, all lines of a company, or a plan. */
function namesOf({ kind, lines }: Supply, plan: { readonly name: string; readonly speed: string } | undefined) {
  if (kind === 'monthly') return { planName: 'All lines', speed: '' };
  const { name, speed } = plan ?? { name: '', speed: '' };
  return { planName: kind === 'charge' ? (lines[0]?.label ?? name) : name, speed };
}

/**
 * Numbers and stores invoices, without gaps within each Lagos year, and returns their numbers in
 * the order of the supplies. A second one for the same month of service violates the unique key.
 * Takes the series' lock, under which all invoices queue: call it after every other lock.
 */
export async function issueInvoices(
  deps: InvoiceDependencies,
  tx: Transaction,
  supplies: readonly Invoiced[],
  now: Date,
): Promise<string[]> {
  if (supplies.length === 0) return [];
  const buyers = await findBuyers(tx, [...new Set(supplies.map(({ userId }) => userId))]);
  const plans = await findPlanNames(tx, [...new Set(supplies.flatMap(({ planId }) => planId ?? []))]);
  const seller = deps.seller();
  const { year } = lagosDay(now);
  const first = await takeNumbers(tx, { series: 'INV', year, count: supplies.length });
  const rows = supplies.map((supply, index) => {
    const buyer = buyers.get(supply.userId);
    const plan = supply.planId === null ? undefined : plans.get(supply.planId);
    if (!buyer || (!plan && supply.planId !== null))
      throw new Error(`no customer ${supply.userId} or no plan ${supply.planId}`);
    const { userId, subscriptionId, periodNumber, kind, totalKobo, dueAt, paid, purchaseOrder = null } = supply;
    const vatRate = supply.vatRate ?? deps.vatRate(now);
    const { id: _id, ...party } = buyer;
    const vat = vatBreakdownOf(supply.lines, vatRate);
    return {
      invoiceNumber: documentNumber('INV', year, first + index),
      year,
      sequence: first + index,
      userId,
      subscriptionId,
      periodNumber,
      kind,
      dueAt,
      issuedAt: now,
      ...(paid ? { status: 'paid' as const, ...paid } : { status: 'open' as const }),
      total: totalKobo,
      vat: sumVat(vat),
      vatRate,
      snapshot: {
        seller,
        buyer: { ...party, registrationNumber: null },
        ...namesOf(supply, plan),
        periodStart: supply.startsAt.toISOString(),
        periodEnd: supply.endsAt.toISOString(),
        lines: supply.lines.map(({ label, amountKobo, vat }) => ({ label, amountKobo, ...(vat && { vat }) })),
        vat,
        ...(purchaseOrder !== null && { purchaseOrder }),
      },
    };
  });
  await insertInvoices(tx, rows);
  const invoiceNumbers = rows.map(({ invoiceNumber }) => invoiceNumber);
  await deps.publish(tx, invoicesIssued, { invoiceNumbers });
  for (const { invoiceNumber, status } of rows) {
    if (status === 'paid') await deps.publish(tx, invoicePaid, { invoiceNumber });
  }
  return invoiceNumbers;
}

/** Whether an invoice has the expected content. */
export function isFor({ total, snapshot }: InvoiceRow, supply: Supply): boolean {
  return (
    total === supply.totalKobo &&
    snapshot.periodStart === supply.startsAt.toISOString() &&
    snapshot.periodEnd === supply.endsAt.toISOString() &&
    JSON.stringify(snapshot.lines.map(({ label, amountKobo }) => [label, amountKobo])) ===
      JSON.stringify(supply.lines.map(({ label, amountKobo }) => [label, amountKobo]))
  );
}

/**
 * Issues those of these months' invoices that do not exist yet, and replaces open ones with another
 * plan, price or time. The caller has locked the subscriptions, so that no other worker issues one.
 * Safe to repeat.
 */
export async function ensureInvoices(
  deps: InvoiceDependencies,
  tx: Transaction,
  supplies: readonly MonthSupply[],
  now: Date,
): Promise<void> {
  if (supplies.length === 0) return;
  const invoiced = await listPeriodInvoices(tx, supplies);
  const missing = supplies.filter((supply) => {
    const invoice = invoiced.get(supply.subscriptionId);
    return !invoice || (invoice.status === 'open' && !isFor(invoice, supply));
  });
  const wrong = missing.map(({ subscriptionId }) => subscriptionId).filter((id) => invoiced.has(id));
  if (wrong.length > 0) await voidOpenInvoices(tx, wrong, { voidReason: 'replaced', voidedAt: now });
  await issueInvoices(
    deps,
    tx,
    missing.map((supply) => ({ ...supply, paid: null })),
    now,
  );
}
