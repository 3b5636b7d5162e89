import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, timestamp } from '../platform/fields.ts';

/**
 * The last recorded run on one instance. `held`: it was not made, because the clock of that machine
 * is wrong. `error` is the reason of the failures in a row.
 */
const jobRun = z.object({
  instance: z.string(),
  startedAt: timestamp,
  finishedAt: timestamp,
  durationMs: z.number(),
  outcome: z.enum(['succeeded', 'failed', 'held']),
  error: z.nullable(z.string()),
  failuresInRow: z.number(),
  lastSuccessAt: z.nullable(timestamp),
});
export type JobRun = z.infer<typeof jobRun>;

/** `runs`: one for each running instance that has recorded one, newest first. */
const job = z.object({
  name: z.string(),
  intervalSeconds: z.number(),
  needsRightClock: z.boolean(),
  runs: z.array(jobRun),
});
export type Job = z.infer<typeof job>;

export const listJobs = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/jobs',
  access: 'admin',
  permission: 'operations:read',
  summary: 'The jobs of this installation and their last runs on each instance',
  answer: z.array(job),
  errors: [],
});

/** `askedAt`, by the answering machine: the run that was asked for starts after it. */
export const runJob = defineEndpoint({
  method: 'POST',
  path: '/api/staff/operations/jobs/:name/run',
  access: 'admin',
  permission: 'operations:run',
  summary: 'Ask every instance to run a job now; one that needs the right clock still waits for it',
  params: z.object({ name: identifier }),
  answer: z.object({ ...acknowledged, askedAt: timestamp }),
  errors: ['job.not-found'],
});

/** `oldestDueAt`: since when the oldest entry is due; null for an empty queue. */
const queue = z.object({ name: z.string(), depth: z.number(), oldestDueAt: z.nullable(timestamp) });
export type Queue = z.infer<typeof queue>;

export const listQueues = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/queues',
  access: 'admin',
  permission: 'operations:read',
  summary: 'How much is due in each queue, and since when',
  answer: z.array(queue),
  errors: [],
});

/** `gone`: not seen for a minute, and it has not said that it stops. */
const instance = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  commit: z.nullable(z.string()),
  state: z.enum(['running', 'stopped', 'gone']),
  startedAt: timestamp,
  seenAt: timestamp,
  isAnswering: z.boolean(),
});
export type Instance = z.infer<typeof instance>;

export const listInstances = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/instances',
  access: 'admin',
  permission: 'operations:read',
  summary: 'The instances of the last day and their versions; `isAnswering` is the one that answers this call',
  answer: z.array(instance),
  errors: [],
});

/** `recoveryPoint`: everything up to it is in the backup, or was restored by the drill. */
const backupStatus = z.object({
  kind: z.enum(['backup', 'restore-drill']),
  lastSuccess: z.nullable(
    z.object({
      finishedAt: timestamp,
      seconds: z.number(),
      location: z.string(),
      sizeBytes: z.nullable(z.number()),
      recoveryPoint: z.nullable(timestamp),
    }),
  ),
  failuresSince: z.number(),
  lastFailure: z.nullable(z.object({ finishedAt: timestamp, detail: z.nullable(z.string()) })),
});
export type BackupStatus = z.infer<typeof backupStatus>;

export const listBackups = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/backups',
  access: 'admin',
  permission: 'operations:read',
  summary: 'The last backup and the last restore drill, and how many have failed since',
  answer: z.array(backupStatus),
  errors: [],
});

const deliveryKind = z.enum(['webhook', 'email', 'sms', 'push']);
export type DeliveryKind = z.infer<typeof deliveryKind>;

const deliveryId = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * `what`: the subject of a mail, the event of a webhook; empty for others. `recipient` of a webhook
 * is the gateway; null for a push. `reference` is that of the payment. `failed`: it is not tried
 * again by itself. `canRetry`: neither out of date nor without its content.
 */
const failedDelivery = z.object({
  id: z.number(),
  what: z.string(),
  recipient: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  state: z.enum(['retrying', 'failed']),
  reason: z.string(),
  attempts: z.number(),
  createdAt: timestamp,
  nextAttemptAt: z.nullable(timestamp),
  canRetry: z.boolean(),
});
export type FailedDelivery = z.infer<typeof failedDelivery>;

export const listFailedDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/deliveries',
  access: 'admin',
  permission: 'operations:read',
  summary:
    'What could not be delivered or processed within 30 days, newest first; `before` is the last id of the page before',
  query: z.object({
    kind: deliveryKind,
    before: z.optional(deliveryId),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.array(failedDelivery),
  errors: [],
});

const failedCount = z.object({ total: z.number(), retryable: z.number() });

export const countFailedDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/staff/operations/delivery-counts',
  access: 'admin',
  permission: 'operations:read',
  summary: 'How many deliveries of each kind have failed, and how many of them can be retried',
  answer: z.object({ webhook: failedCount, email: failedCount, sms: failedCount, push: failedCount }),
  errors: [],
});

/** `retried` is 0 when it was delivered meanwhile, is being sent, or cannot be retried. */
const retried = z.object({ ...acknowledged, retried: z.number() });

export const retryDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/staff/operations/deliveries/:kind/:id/retry',
  access: 'admin',
  permission: 'operations:run',
  summary: 'Deliver one again, now; nothing that was delivered is sent twice',
  params: z.object({ kind: deliveryKind, id: deliveryId }),
  answer: retried,
  errors: [],
});

export const retryDeliveries = defineEndpoint({
  method: 'POST',
  path: '/api/staff/operations/deliveries/:kind/retry',
  access: 'admin',
  permission: 'operations:run',
  summary: 'Deliver all of a kind again that can be retried, 500 at most, the oldest first',
  params: z.object({ kind: deliveryKind }),
  answer: retried,
  errors: [],
});

export const api = {
  description: 'Jobs, queues, instances, backups and failed deliveries of this installation.',
  endpoints: {
    listJobs,
    runJob,
    listQueues,
    listInstances,
    listBackups,
    listFailedDeliveries,
    countFailedDeliveries,
    retryDelivery,
    retryDeliveries,
  },
  schemas: {
    jobRun,
    periodicJob: job,
    workQueue: queue,
    portalInstance: instance,
    backupStatus,
    failedDelivery,
    failedDeliveryCount: failedCount,
  },
};
