import type { BillingDetails } from '@portal/contract/billing/billing-details';
import { lockIdentifiedCustomer, recordAudit } from '../../identity/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { hasAccount } from '../adjustments/adjustment.repository.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findBillingDetails, saveBillingDetails } from './billing-details.repository.ts';
import { findCompany } from './company-billing.repository.ts';

const COMPANY_NEEDS = 'A company with one invoice a month needs its name and its TIN.';

export type CorrectBillingDetailsDependencies = Pick<BillingDependencies, 'database' | 'clock' | 'notify'> & {
  readonly settings: Pick<Settings, 'get'>;
};

type BillingCorrection = {
  readonly userId: number;
  readonly staffId: number;
  readonly requestId: string;
  readonly form: {
    readonly [Name in keyof BillingDetails]?: string | undefined;
  } & { readonly identifiedBy: string; readonly reason: string };
};

/** What is on a customer's invoices besides their name. Throws customer.not-found. */
export async function readCustomerBillingDetails(database: Database, userId: number): Promise<BillingDetails> {
  if (!(await hasAccount(database, userId))) throw new ApiError('customer.not-found');
  return findBillingDetails(database, userId);
}

/** What was left out stays. */
function changed(before: BillingDetails, form: BillingCorrection['form']): BillingDetails {
  const value = (name: keyof BillingDetails) => (form[name] === undefined ? before[name] : form[name] || null);
  return { companyName: value('companyName'), address: value('address'), taxId: value('taxId') };
}

async function requireComplete(queryable: Queryable, accountId: number, details: BillingDetails): Promise<void> {
  if (details.companyName !== null && details.taxId !== null) return;
  if ((await findCompany(queryable, accountId)) === null) return;
  const field = details.companyName === null ? 'companyName' : 'taxId';
  throw new ApiError('request.invalid', { message: COMPANY_NEEDS, errors: { [field]: COMPANY_NEEDS } });
}

/**
 * Corrects what is on a customer's invoices from the next one on; issued ones keep what they say. Tells
 * the customer. Audited. Throws customer.not-found, customer.own-account, customer.is-staff,
 * request.invalid.
 */
export async function correctBillingDetails(
  deps: CorrectBillingDetailsDependencies,
  { userId, staffId, requestId, form }: BillingCorrection,
): Promise<BillingDetails> {
  const { identifiedBy, reason } = form;
  return runTransaction(deps.database, async (tx) => {
    await lockIdentifiedCustomer(tx, deps.settings, { userId, staffId, identifiedBy });
    const before = await findBillingDetails(tx, userId);
    const after = changed(before, form);
    await requireComplete(tx, userId, after);
    await saveBillingDetails(tx, userId, after, deps.clock());
    await recordAudit(tx, {
      actorId: staffId,
      action: 'customer.billing-details',
      subject: `customer:${userId}`,
      before,
      after: { ...after, identifiedBy, reason },
    });
    await deps.notify(tx, {
      key: `billing-details-corrected:${requestId}`,
      kind: 'details-corrected',
      customerId: userId,
      values: {},
    });
    return after;
  });
}
