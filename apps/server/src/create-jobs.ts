import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { AutoPayParts } from './billing/auto-pay/auto-pay-dependencies.ts';
import { sendCharges } from './billing/auto-pay/run-due-charges.ts';
import type { PaymentJobs } from './billing/payments/payment.jobs.ts';
import { sweepRefunds } from './billing/refunds/poll-refunds.ts';
import type { RefundParts } from './billing/refunds/refund-dependencies.ts';
import { applyScheduledPlans } from './billing/renewals/apply-scheduled-plans.ts';
import type { RenewalParts } from './billing/renewals/renewal-dependencies.ts';
import { runRenewals } from './billing/renewals/run-renewals.ts';
import { warnOfExpiry } from './billing/saved-cards/warn-of-expiry.ts';
import type { AnnouncementParts } from './console/announcements/announcement-dependencies.ts';
import { spreadAnnouncements } from './console/announcements/deliver-announcements.ts';
import type { Channel } from './console/operations/queue-age.repository.ts';
import { createQueueWatch } from './console/operations/watch-queues.ts';
import type { NetworkParts } from './create-network-parts.ts';
import type { NotificationParts } from './create-notification-parts.ts';
import { createCompensationParts } from './create-renewal-parts.ts';
import type { SmsParts } from './create-sms-parts.ts';
import { prunePhoneCodes } from './identity/phone-verification/prune-phone-codes.ts';
import { pruneSignIns } from './identity/sign-in/prune-sign-ins.ts';
import { compensateOutages } from './network/outage-credits/credit-outages.ts';
import type { ClockGuard } from './platform/clock/create-clock-guard.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/connection.ts';
import { type PeriodicJob, startPeriodicJob } from './platform/jobs/periodic-job.ts';
import type { Support } from './register-support.ts';
import { pruneAttachments } from './support/tickets/attachments/prune-attachments.ts';
import type { TicketParts } from './support/tickets/ticket-dependencies.ts';

const WEBHOOK_INTERVAL_MS = 5000;
const SMS_INTERVAL_MS = 5000;
const SCHEDULED_PLANS_INTERVAL_MS = 60_000;
const RENEWAL_INTERVAL_MS = 10_000;
const OUTAGE_INTERVAL_MS = 60_000;
const CHARGE_INTERVAL_MS = 5000;
const QUEUE_INTERVAL_MS = 60_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const ATTENDANCE_INTERVAL_MS = 5000;
const ANNOUNCEMENT_INTERVAL_MS = 3000;

type MoneyParts = {
  readonly payments: PaymentJobs;
  readonly autoPay: AutoPayParts;
  readonly refunds: RefundParts;
  readonly renewals: RenewalParts;
  readonly clockGuard: ClockGuard;
};

type Repeat = (name: string, intervalMs: number, work: (signal: AbortSignal) => Promise<unknown>) => PeriodicJob;

/** Takes away what is of no more use. */
function repeatPruning(repeat: Repeat, { database, tickets }: { database: Database; tickets: TicketParts }): void {
  repeat('pruning', PRUNE_INTERVAL_MS, () => pruneSignIns(database));
  repeat('pruning of files', PRUNE_INTERVAL_MS, () => pruneAttachments(tickets));
  repeat('pruning of codes', PRUNE_INTERVAL_MS, () => prunePhoneCodes(database));
}

/** What moves money and goes by the time; it rests while the clock of this machine is wrong. Answers with the workers of the webhooks. */
function repeatMoney(
  repeatAnyway: Repeat,
  { config, clock }: { readonly config: Pick<Config, 'reconcileIntervalS'>; readonly clock: Clock },
  { payments, autoPay, refunds, renewals, clockGuard }: MoneyParts,
): PeriodicJob[] {
  const repeat: Repeat = (name, intervalMs, work) =>
    repeatAnyway(name, intervalMs, (signal) => clockGuard.run(() => work(signal)));
  const outages = createCompensationParts(renewals);
  const reconcileMs = config.reconcileIntervalS * 1000;
  // Whatever waits for a gateway repeats by itself: a gateway that hangs keeps nothing from those that answer.
  for (const gateway of payments.gateways) {
    repeat(`sweep of ${gateway}`, reconcileMs, (signal) => payments.sweepPayments(gateway, signal));
  }
  repeat('comparison', reconcileMs, payments.compareWithGateways);
  repeat('refunds', reconcileMs, (signal) => sweepRefunds(refunds, signal));
  repeat('renewals', RENEWAL_INTERVAL_MS, (signal) => runRenewals(renewals, signal));
  repeat('auto-pay', CHARGE_INTERVAL_MS, (signal) => sendCharges(autoPay, signal));
  repeat('expiring cards', PRUNE_INTERVAL_MS, (signal) => warnOfExpiry(autoPay, signal));
  repeat('scheduled plans', SCHEDULED_PLANS_INTERVAL_MS, () => applyScheduledPlans(renewals, clock()));
  repeat('outages', OUTAGE_INTERVAL_MS, (signal) => compensateOutages(outages, signal));
  return payments.gateways.map((gateway) =>
    repeat(`webhooks of ${gateway}`, WEBHOOK_INTERVAL_MS, (signal) => payments.workOffWebhooks(gateway, signal)),
  );
}

/** What repeats, and how to wake the workers of the webhooks; nothing runs before `start`. */
export function createJobs(
  parts: {
    readonly config: Pick<Config, 'reconcileIntervalS'>;
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: FastifyBaseLogger;
    readonly sendEmail: unknown;
  },
  made: MoneyParts & {
    readonly sms: SmsParts;
    readonly tickets: TicketParts;
    readonly support: Pick<Support, 'attend'>;
    readonly lines: Pick<NetworkParts, 'repeat'>;
    readonly notifications: Pick<NotificationParts, 'repeat'>;
    readonly announcements: AnnouncementParts;
    readonly metricsRegistry: Registry;
  },
) {
  const { database, logger } = parts;
  const { sms, tickets, support, lines, notifications } = made;
  const channels = ['push', ...(parts.sendEmail ? ['email'] : []), ...(sms.deliverDue ? ['sms'] : [])] as Channel[];
  const watchQueues = createQueueWatch({ ...parts, metricsRegistry: made.metricsRegistry, channels });
  const running: PeriodicJob[] = [];
  let webhooks: PeriodicJob[] = [];
  const repeat: Repeat = (name, intervalMs, work) => {
    const job = startPeriodicJob(work, intervalMs, (error) => logger.error({ err: error, job: name }, 'a job failed'));
    running.push(job);
    return job;
  };
  return {
    start: (): void => {
      webhooks = repeatMoney(repeat, parts, made);
      repeatPruning(repeat, { database, tickets });
      repeat('queues', QUEUE_INTERVAL_MS, watchQueues);
      lines.repeat(repeat);
      notifications.repeat(repeat);
      repeat('announcements', ANNOUNCEMENT_INTERVAL_MS, (signal) => spreadAnnouncements(made.announcements, signal));
      repeat('attendance', ATTENDANCE_INTERVAL_MS, support.attend);
      if (sms.deliverDue) repeat('sms', SMS_INTERVAL_MS, sms.deliverDue);
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.map((job) => job.stop()));
    },
    wakeWebhookWorker: (): void => {
      for (const job of webhooks) job.wake();
    },
    wake: (): void => {
      for (const job of running) job.wake();
    },
  };
}
