import type { Job } from '../platform/jobs/job-runner.ts';
import { runAddons } from './addons/run-addons.ts';
import { runDueCharges } from './auto-pay/run-due-charges.ts';
import { matchLines } from './bank/matching/match-lines.ts';
import type { BillingDependencies } from './billing-dependencies.ts';
import { runCompanyBilling } from './companies/run-company-billing.ts';
import { readSettlements, SETTLEMENT_JOB } from './gateway-settlements/read-settlements.ts';
import { readTransfers } from './incoming-transfers/read-transfers.ts';
import { registerEInvoices } from './invoices/e-invoices/register-e-invoices.ts';
import { checkDueMandates } from './mandates/check-due-mandates.ts';
import { directDebitGateways } from './mandates/direct-debit-gateways.ts';
import { findRevokedMandates } from './mandates/find-revoked-mandates.ts';
import { warnOfIdleMandates } from './mandates/warn-of-idle-mandates.ts';
import { expireOffers } from './owner-changes/end-offer.ts';
import type { PaymentJobs } from './payments/payment.jobs.ts';
import { pollRefunds } from './refunds/poll-refunds.ts';
import { applyScheduledPlans } from './renewals/apply-scheduled-plans.ts';
import { runRenewals } from './renewals/run-renewals.ts';
import { warnOfExpiry } from './saved-cards/warn-of-expiry.ts';
import { numbersJob, openNumbers } from './virtual-accounts/open-numbers.ts';
import type { VoucherUse } from './vouchers/create-voucher-use.ts';
import { expireVouchers } from './vouchers/expire-vouchers.ts';

const WEBHOOK_INTERVAL_MS = 5000;
const CHARGE_INTERVAL_MS = 5000;
const RENEWAL_INTERVAL_MS = 10_000;
const COMPANY_INTERVAL_MS = 10_000;
const SCHEDULED_PLANS_INTERVAL_MS = 60_000;
const REGISTER_INTERVAL_MS = 5000;
const EXPIRY_INTERVAL_MS = 3_600_000;
/** It asks a gateway once a night, and again in an hour when that failed. */
const SETTLEMENTS_INTERVAL_MS = 600_000;
const OFFERS_INTERVAL_MS = 60_000;
const ADDONS_INTERVAL_MS = 60_000;
const BANK_INTERVAL_MS = 600_000;
/** Also how long another instance may take to offer vouchers once there are some. */
const VOUCHERS_INTERVAL_MS = 300_000;
const MANDATES_INTERVAL_MS = 30_000;
/** No message says that a bank has ended one. */
const REVOKED_INTERVAL_MS = 6 * 3_600_000;
const IDLE_INTERVAL_MS = 3_600_000;

/** The job that has the gateways asked about mandates. */
export const MANDATE_JOB = 'mandates';
const NUMBERS_INTERVAL_MS = 15_000;
/** It asks a provider once a night, and again in an hour when that failed. */
const TRANSFERS_INTERVAL_MS = 600_000;

/**
 * Moves money or depends on the time, so it does not run while the clock of this machine is wrong.
 */
function timed(name: string, intervalMs: number, work: Job['work']): Job {
  return { name, intervalMs, work, needsRightClock: true };
}

/** Only where bank accounts can be charged. */
function mandateJobs(deps: BillingDependencies): Job[] {
  return [
    timed(MANDATE_JOB, MANDATES_INTERVAL_MS, (signal) => checkDueMandates(deps, signal)),
    timed('ended mandates', REVOKED_INTERVAL_MS, (signal) => findRevokedMandates(deps, signal)),
    timed('idle mandates', IDLE_INTERVAL_MS, (signal) => warnOfIdleMandates(deps, signal)),
  ];
}

/** Learns whether there are vouchers, and books those that have expired; without any nothing more is asked. */
async function sweepVouchers(deps: BillingDependencies, use: VoucherUse, signal?: AbortSignal): Promise<void> {
  await use.look();
  if (use.isKnown()) await expireVouchers(deps, signal);
}

/** The background jobs of billing. */
export function billingJobs(
  deps: BillingDependencies,
  made: {
    readonly paymentJobs: PaymentJobs;
    readonly voucherUse: VoucherUse;
    readonly reconcileIntervalS: number;
  },
): Job[] {
  const { paymentJobs } = made;
  const { eInvoicing } = deps;
  const reconcileMs = made.reconcileIntervalS * 1000;
  return [
    // Each gateway has jobs of its own, so that one that hangs does not delay the others.
    ...paymentJobs.gateways.map((gateway) =>
      timed(`poll of ${gateway}`, reconcileMs, (signal) => paymentJobs.pollPendingPayments(gateway, signal)),
    ),
    ...paymentJobs.senders.map((sender) =>
      timed(`webhooks of ${sender}`, WEBHOOK_INTERVAL_MS, (signal) => paymentJobs.processWebhooks(sender, signal)),
    ),
    ...(deps.intakes ?? []).flatMap((intake) => [
      timed(numbersJob(intake), NUMBERS_INTERVAL_MS, (signal) => openNumbers(deps, intake, signal)),
      timed(`transfers of ${intake.id}`, TRANSFERS_INTERVAL_MS, (signal) => readTransfers(deps, intake, signal)),
    ]),
    timed('reconciliation', reconcileMs, paymentJobs.reconcileWithGateways),
    timed(SETTLEMENT_JOB, SETTLEMENTS_INTERVAL_MS, (signal) => readSettlements(deps, signal)),
    timed('refunds', reconcileMs, (signal) => pollRefunds(deps, signal)),
    timed('renewals', RENEWAL_INTERVAL_MS, (signal) => runRenewals(deps, signal)),
    timed('company billing', COMPANY_INTERVAL_MS, (signal) => runCompanyBilling(deps, signal)),
    timed('auto-pay', CHARGE_INTERVAL_MS, (signal) => runDueCharges(deps, signal)),
    ...(eInvoicing
      ? [timed('e-invoices', REGISTER_INTERVAL_MS, (signal) => registerEInvoices({ ...deps, eInvoicing }, signal))]
      : []),
    ...(directDebitGateways(deps.gateways).length > 0 ? mandateJobs(deps) : []),
    timed('expiring cards', EXPIRY_INTERVAL_MS, (signal) => warnOfExpiry(deps, signal)),
    timed('add-ons', ADDONS_INTERVAL_MS, () => runAddons(deps)),
    timed('bank lines', BANK_INTERVAL_MS, (signal) => matchLines(deps, signal)),
    {
      ...timed('expired vouchers', VOUCHERS_INTERVAL_MS, (signal) => sweepVouchers(deps, made.voucherUse, signal)),
      atStart: true,
    },
    timed('offered lines', OFFERS_INTERVAL_MS, () => expireOffers(deps)),
    timed('scheduled plans', SCHEDULED_PLANS_INTERVAL_MS, () => applyScheduledPlans(deps, deps.clock())),
  ];
}
