import { runDueCharges } from '../../billing/auto-pay/run-due-charges.ts';
import { readTransfers } from '../../billing/incoming-transfers/read-transfers.ts';
import { checkDueMandates } from '../../billing/mandates/check-due-mandates.ts';
import { findRevokedMandates } from '../../billing/mandates/find-revoked-mandates.ts';
import { warnOfIdleMandates } from '../../billing/mandates/warn-of-idle-mandates.ts';
import { pollRefunds } from '../../billing/refunds/poll-refunds.ts';
import { runRenewals } from '../../billing/renewals/run-renewals.ts';
import { spoilCharges } from './auto-payers.ts';
import type { MonthTestbed } from './month-testbed.ts';

async function renew(bed: MonthTestbed): Promise<void> {
  while ((await runRenewals(bed.renewals)) > 0);
}

/** What the portal's jobs do within some hours; with `spoils`, some charges of Auto-Pay go wrong. */
export async function runJobs(bed: MonthTestbed, spoils: boolean): Promise<void> {
  await bed.runLater();
  await bed.quiet();
  await checkDueMandates(bed.renewals);
  await warnOfIdleMandates(bed.renewals);
  await renew(bed);
  if (spoils) spoilCharges(bed);
  await runDueCharges(bed.renewals);
  await bed.quiet();
  bed.sandbox.clearFaults();
  await bed.jobs.pollPendingPayments();
  await renew(bed);
}

/** What they do once a night. */
export async function runNight(bed: MonthTestbed): Promise<void> {
  await findRevokedMandates(bed.renewals);
  await pollRefunds(bed.renewals);
  for (const intake of bed.deps.intakes ?? []) await readTransfers(bed.deps, intake);
}
