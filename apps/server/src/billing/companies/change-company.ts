import type { Company } from '@portal/contract/billing/companies';
import { lagosPeriod } from '@portal/kernel/calendar';
import { addKobo, nairaFromKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { endConsents } from '../auto-pay/consent.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findBillingDetails, saveBillingDetails } from '../invoices/billing-details.repository.ts';
import { type CompanyRow, findCompany, lockCompany } from '../invoices/company-billing.repository.ts';
import { voidOpenInvoices } from '../invoices/issued-invoice.repository.ts';
import { withdrawPromises } from '../payment-promises/payment-promise.repository.ts';
import { nextBilling } from './company.policy.ts';
import {
  hasMonthlyInvoice,
  insertCompany,
  listOutstanding,
  lockCompanyLines,
  updateCompany,
} from './company.repository.ts';
import { syncLines } from './sync-lines.ts';

type OwnForm = {
  readonly purchaseOrder?: string | undefined;
  readonly billContactName?: string | undefined;
  readonly billContactEmail?: string | undefined;
};

type CompanyForm = OwnForm & {
  readonly companyName: string;
  readonly taxId: string;
  readonly paymentTermsDays: number;
  readonly billingDay: number;
};

const ownFields = ({ purchaseOrder, billContactName, billContactEmail }: OwnForm) => ({
  purchaseOrder: purchaseOrder || null,
  billContactName: billContactName || null,
  billContactEmail: billContactEmail || null,
});

/** How an account is billed; null where it has no invoice of all lines. */
export async function readCompany(queryable: Queryable, accountId: number): Promise<Company | null> {
  const row = await findCompany(queryable, accountId);
  if (!row) return null;
  const { companyName, taxId } = await findBillingDetails(queryable, accountId);
  const open = await listOutstanding(queryable, accountId);
  return {
    companyName,
    taxId,
    paymentTermsDays: row.paymentTermsDays,
    billingDay: row.billingDay,
    purchaseOrder: row.purchaseOrder,
    billContactName: row.billContactName,
    billContactEmail: row.billContactEmail,
    nextInvoiceAt: row.nextInvoiceAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    outstanding: nairaFromKobo(addKobo(...open.map(({ outstanding }) => outstanding))),
    open: open.map(({ invoiceNumber, dueAt, outstanding }) => {
      return { invoiceNumber, dueAt: dueAt.toISOString(), outstanding: nairaFromKobo(outstanding) };
    }),
  };
}

async function requireCompany(tx: Transaction, accountId: number): Promise<Company> {
  const company = await readCompany(tx, accountId);
  if (!company) throw new Error(`account ${accountId} is no company`);
  return company;
}

/** The first billing day from now on in a month that has no invoice of all lines. */
async function findNextInvoice(tx: Transaction, accountId: number, billingDay: number, now: Date): Promise<Date> {
  let at = nextBilling(now, billingDay);
  while (await hasMonthlyInvoice(tx, accountId, lagosPeriod(at))) at = nextBilling(at, billingDay);
  return at;
}

/**
 * From now on its lines have one invoice: their own open ones are void, no card is charged for a line
 * any more, and all are on.
 */
async function begin(deps: BillingDependencies, tx: Transaction, accountId: number, now: Date): Promise<void> {
  const ids = (await lockCompanyLines(tx, accountId)).map(({ subscription }) => subscription.id);
  const company = await lockCompany(tx, accountId);
  if (!company || ids.length === 0) return;
  await voidOpenInvoices(tx, ids, { voidReason: 'replaced', voidedAt: now });
  await withdrawPromises(tx, ids, now);
  for (const subscriptionId of ids) await endConsents(tx, { subscriptionId }, 'customer', now);
  await syncLines(deps, tx, company, now);
}

/** What the audit log says of how a company is billed. */
export const inAudit = (row: CompanyRow | null) =>
  row && {
    paymentTermsDays: row.paymentTermsDays,
    billingDay: row.billingDay,
    purchaseOrder: row.purchaseOrder,
  };

/**
 * Turns an account into a company with one invoice a month for all lines, or changes how it is billed.
 * A new billing day counts from the next invoice on; what lies between is charged by the day. Safe to
 * repeat. Audited.
 */
export async function changeCompany(
  deps: BillingDependencies,
  order: { readonly accountId: number; readonly staffId: number; readonly form: CompanyForm },
): Promise<Company> {
  const { accountId, staffId, form } = order;
  const { companyName, taxId, paymentTermsDays, billingDay } = form;
  const changed = await runTransaction(deps.database, async (tx) => {
    const now = deps.clock();
    let before = await lockCompany(tx, accountId);
    const details = await findBillingDetails(tx, accountId);
    await saveBillingDetails(tx, accountId, { ...details, companyName, taxId }, now);
    const fields = { paymentTermsDays, billingDay, ...ownFields(form), nextStepAt: now, updatedAt: now };
    const next = () => findNextInvoice(tx, accountId, billingDay, now);
    const isNew =
      !before && (await insertCompany(tx, { accountId, ...fields, nextInvoiceAt: await next(), createdAt: now }));
    // Somebody else has made it a company meanwhile.
    if (!before && !isNew) before = await lockCompany(tx, accountId);
    if (before) {
      const nextInvoiceAt = before.billingDay === billingDay ? before.nextInvoiceAt : await next();
      await updateCompany(tx, accountId, { ...fields, nextInvoiceAt });
    } else await begin(deps, tx, accountId, now);
    await recordAudit(tx, {
      actorId: staffId,
      action: before ? 'company.update' : 'company.create',
      subject: `customer:${accountId}`,
      before: inAudit(before),
      after: { companyName, taxId, paymentTermsDays, billingDay, purchaseOrder: fields.purchaseOrder },
    });
    return requireCompany(tx, accountId);
  });
  deps.publishLiveUpdate(accountId, 'subscription');
  return changed;
}

/** The company's own people set what they want on their invoices, and who gets them. Throws company.none. */
export async function changeOwnCompany(
  deps: Pick<BillingDependencies, 'database' | 'clock'>,
  order: { readonly accountId: number; readonly form: OwnForm },
): Promise<Company> {
  const { accountId, form } = order;
  return runTransaction(deps.database, async (tx) => {
    if (!(await lockCompany(tx, accountId))) throw new ApiError('company.none');
    await updateCompany(tx, accountId, { ...ownFields(form), updatedAt: deps.clock() });
    return requireCompany(tx, accountId);
  });
}
