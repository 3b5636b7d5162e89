import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { NetworkParts } from './create-network-parts.ts';
import type { NotificationParts } from './create-notification-parts.ts';
import type { SmsParts } from './create-sms-parts.ts';
import type { Database } from './database/connection.ts';
import { pruneSignIns } from './features/account/prune-sign-ins.ts';
import type { PaymentJobs } from './features/payment/payment.jobs.ts';
import type { RefundParts } from './features/payment/refund-parts.port.ts';
import { sweepRefunds } from './features/payment/sweep-refunds.ts';
import { prunePhoneCodes } from './features/phone-verification/prune-phone-codes.ts';
import { applyScheduledPlans } from './features/subscription/apply-scheduled-plans.ts';
import type { RenewalParts } from './features/subscription/renewal-parts.port.ts';
import { runRenewals } from './features/subscription/run-renewals.ts';
import { pruneAttachments } from './features/ticket/prune-attachments.ts';
import type { TicketParts } from './features/ticket/ticket-parts.port.ts';
import { type PeriodicJob, startPeriodicJob } from './jobs/periodic-job.ts';
import type { Support } from './register-support.ts';

const WEBHOOK_INTERVAL_MS = 5000;
const SMS_INTERVAL_MS = 5000;
const SCHEDULED_PLANS_INTERVAL_MS = 60_000;
const RENEWAL_INTERVAL_MS = 10_000;
const PRUNE_INTERVAL_MS = 3_600_000;
const ATTENDANCE_INTERVAL_MS = 5000;

/** What repeats, and how to wake the worker of the webhooks; nothing runs before `start`. */
export function createJobs(
  parts: {
    readonly config: Pick<Config, 'reconcileIntervalS'>;
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: FastifyBaseLogger;
  },
  made: {
    readonly payments: PaymentJobs;
    readonly refunds: RefundParts;
    readonly sms: SmsParts;
    readonly tickets: TicketParts;
    readonly support: Pick<Support, 'attend'>;
    readonly renewals: RenewalParts;
    readonly lines: Pick<NetworkParts, 'repeat'>;
    readonly notifications: Pick<NotificationParts, 'repeat'>;
  },
) {
  const { database, clock, config, logger } = parts;
  const { payments, refunds, sms, tickets, support, renewals, lines, notifications } = made;
  const running: PeriodicJob[] = [];
  let webhooks: PeriodicJob | null = null;
  const repeat = (name: string, intervalMs: number, work: (signal: AbortSignal) => Promise<unknown>): PeriodicJob => {
    const job = startPeriodicJob(work, intervalMs, (error) => logger.error({ err: error, job: name }, 'a job failed'));
    running.push(job);
    return job;
  };
  return {
    start: (): void => {
      webhooks = repeat('webhooks', WEBHOOK_INTERVAL_MS, payments.workOffWebhooks);
      repeat('sweep', config.reconcileIntervalS * 1000, async (signal) => {
        await payments.sweepPayments(signal);
        await payments.compareWithGateways(signal);
        await sweepRefunds(refunds, signal);
      });
      repeat('renewals', RENEWAL_INTERVAL_MS, (signal) => runRenewals(renewals, signal));
      repeat('scheduled plans', SCHEDULED_PLANS_INTERVAL_MS, () => applyScheduledPlans(database, clock()));
      repeat('pruning', PRUNE_INTERVAL_MS, () => pruneSignIns(database));
      repeat('pruning of files', PRUNE_INTERVAL_MS, () => pruneAttachments(tickets));
      repeat('pruning of codes', PRUNE_INTERVAL_MS, () => prunePhoneCodes(database));
      lines.repeat(repeat);
      notifications.repeat(repeat);
      repeat('attendance', ATTENDANCE_INTERVAL_MS, support.attend);
      if (sms.deliverDue) repeat('sms', SMS_INTERVAL_MS, sms.deliverDue);
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.map((job) => job.stop()));
    },
    wakeWebhookWorker: (): void => webhooks?.wake(),
  };
}
