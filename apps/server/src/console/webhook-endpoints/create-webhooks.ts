import { recordAudit } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Context } from '../../platform/context.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { metricsJob } from '../../platform/metrics/metrics-job.ts';
import { createGuardedPost } from '../../platform/outside/guarded-post.ts';
import type { Platform } from '../../platform/platform.ts';
import { createWebhookDelivery } from './deliver-webhooks.ts';
import { createDeliveryCounter, createEndpointWatch } from './webhook.metrics.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import { webhookSecrets } from './webhook-endpoint.repository.ts';
import { webhookHandlers } from './webhook-handlers.ts';

const JOB = 'webhook deliveries';
const INTERVAL_MS = 2000;
const TIMEOUT_MS = 10_000;

/** Webhooks to the operator's programs. */
export function createWebhooks(platform: Platform, { queueEmail }: Pick<Messaging, 'queueEmail'>) {
  const { config, database, clock, randomBytes, encryptionKeys: keys, logger: log, publicUrl } = platform;
  const encryption = createEncryption({ keys, purpose: webhookSecrets.purpose, randomBytes });
  const addressRules = { production: config.production, allowedPrivateHosts: config.webhookAllowedPrivateHosts };
  const delivery = createWebhookDelivery({
    database,
    clock,
    randomBytes,
    encryption,
    post: createGuardedPost({ ...addressRules, timeoutMs: TIMEOUT_MS }),
    queueEmail,
    origin: publicUrl.origin,
    log,
    count: createDeliveryCounter(platform.metricsRegistry),
  });
  const dependencies: WebhookDependencies = {
    database,
    clock,
    randomBytes,
    encryption,
    addressRules,
    recordAudit,
    wakeDelivery: () => platform.jobs.wake(JOB),
  };
  return {
    /** For the calls of staff. */
    dependencies,
    jobs: [
      { name: JOB, intervalMs: INTERVAL_MS, work: delivery.start },
      metricsJob('webhook endpoint', createEndpointWatch(platform)),
    ],
    handlers: webhookHandlers({ clock, randomBytes }),
    close: delivery.settled,
  } satisfies Context & Record<string, unknown>;
}
