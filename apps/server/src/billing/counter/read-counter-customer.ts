import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { shareOfRate, vatIncludedIn } from '@portal/kernel/billing/vat';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { addKobo, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listOpenCharges } from '../charges/charge.repository.ts';
import { listOutstanding } from '../companies/company.repository.ts';
import { findCompany } from '../invoices/company-billing.repository.ts';
import { vatShareOf } from '../invoices/vat-breakdown.policy.ts';
import { findCredit } from '../ledger/ledger.repository.ts';
import { listLines } from '../lines/list-lines.ts';
import { requireLine } from '../lines/require-line.ts';
import { quotePayment } from '../pricing/quote-payment.ts';
import { findMonth } from '../received-money/find-month.ts';
import { findCounterAccount } from './counter-customer.repository.ts';

type Wanted = { readonly userId: number; readonly lineId: number; readonly planId: string | null };

/** After every moment that has been. */
const NOW = '9999';

/** The invoices of a company that are not paid whole; `netKobo` is what is owed without its VAT. */
async function readOwedInvoices(deps: BillingDependencies, accountId: number) {
  return (await listOutstanding(deps.database, accountId)).map((invoice) => ({
    netKobo: toKobo(Math.round((invoice.outstanding * (invoice.total - invoice.vat)) / invoice.total)),
    label: `Invoice ${invoice.invoiceNumber}`,
    invoiceNumber: invoice.invoiceNumber,
    dueAt: invoice.dueAt.toISOString(),
    amountKobo: invoice.outstanding,
    vatShare: shareOfRate(invoice.vatRate),
  }));
}

async function readDue(deps: BillingDependencies, { userId, lineId, planId }: Wanted) {
  const month = await findMonth(deps.database, { lineId, planId, now: deps.clock() });
  const charges = (await listOpenCharges(deps.database, userId)).map(({ invoice }) => ({
    kind: 'charge' as const,
    label: invoice.snapshot.lines[0]?.label ?? '',
    invoiceNumber: invoice.invoiceNumber,
    dueAt: invoice.dueAt.toISOString(),
    amountKobo: invoice.total,
    vatShare: vatShareOf(invoice),
  }));
  if (!month?.isDue) return { needsPlan: month === null, due: charges };
  const quote = await quotePayment(deps, deps.database, { userId, lineId, planId: month.planId });
  const item = {
    kind: 'month' as const,
    label: `${quote.plan.name}, one month`,
    invoiceNumber: month.invoice?.invoiceNumber ?? null,
    dueAt: month.invoice?.dueAt.toISOString() ?? null,
    amountKobo: addKobo(quote.totalKobo, quote.creditUsedKobo),
    vatShare: shareOfRate(quote.plan.issuedVatRate ?? deps.vatRate(deps.clock())),
  };
  const due = [...charges, item].sort((a, b) => (a.dueAt ?? NOW).localeCompare(b.dueAt ?? NOW));
  return { needsPlan: false, due };
}

/**
 * Who stands at the counter and what they owe now for a line, the first unless `line` names one,
 * before and after their credit. Throws customer.not-found, line.not-found, plan.not-found.
 */
export async function readCounterCustomer(
  deps: BillingDependencies,
  { line: named, ...customer }: Omit<Wanted, 'lineId'> & { readonly line?: number | undefined },
): Promise<CounterCustomer> {
  const { lineId } = await requireLine(deps.database, { accountId: customer.userId, lineId: named });
  const wanted = { ...customer, lineId };
  const account = await findCounterAccount(deps.database, wanted.userId);
  if (!account) throw new ApiError('customer.not-found');
  const company = await findCompany(deps.database, wanted.userId);
  const owed = company && (await readOwedInvoices(deps, wanted.userId));
  const { due, needsPlan } = owed ? { due: owed, needsPlan: false } : await readDue(deps, wanted);
  const creditKobo = await findCredit(deps.database, wanted.userId);
  const owedKobo = addKobo(...due.map(({ amountKobo }) => amountKobo));
  return {
    ...account,
    lines: await listLines(deps.database, wanted.userId),
    lineId,
    email: company?.billContactEmail ?? (hasMailbox(account.email) ? account.email : null),
    due: due.map(({ amountKobo, vatShare: _vatShare, ...item }) => ({ ...item, amount: nairaFromKobo(amountKobo) })),
    credit: nairaFromKobo(creditKobo),
    total: nairaFromKobo(toKobo(Math.max(0, owedKobo - creditKobo))),
    needsPlan,
    isCompany: company !== null,
    netOfVat: nairaFromKobo(
      owed ? addKobo(...owed.map(({ netKobo }) => netKobo)) : toKobo(owedKobo - vatIncludedIn(owedKobo, due)),
    ),
  };
}
