import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../../identity/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { GuardedPost } from '../../platform/outside/guarded-post.ts';
import { FAILING_MS, nextAttemptAt } from './delivery-schedule.policy.ts';
import { offMail } from './off-mail.ts';
import { signWebhook } from './sign-webhook.ts';
import {
  type AttemptRecord,
  claimDelivery,
  type DeliveryRow,
  listDueEndpoints,
  recordAttempt,
} from './webhook-delivery.repository.ts';
import {
  type EndpointRow,
  findEndpoint,
  listStaffAddresses,
  recordFailing,
  recordSuccess,
  switchEndpointOff,
} from './webhook-endpoint.repository.ts';

export type DeliveryDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly encryption: Pick<Encryption, 'decrypt'>;
  readonly post: GuardedPost;
  readonly queueEmail: Messaging['queueEmail'];
  /** The origin that staff use. */
  readonly origin: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly count: (outcome: 'delivered' | 'failed' | 'given-up') => void;
};

/** How many deliveries of one endpoint an instance makes at the same time. */
export const LANES = 4;

/** Longer than an attempt may take. */
const LEASE_MS = 60_000;
const GONE = 410;

function secretsOf({ encryption }: DeliveryDependencies, endpoint: EndpointRow, now: Date): string[] {
  const { encryptedSecret, encryptedPreviousSecret: previous, previousSecretUntil: until } = endpoint;
  const isAccepted = previous !== '' && until !== null && until > now;
  return [encryptedSecret, ...(isAccepted ? [previous] : [])].map(encryption.decrypt);
}

/** Makes one attempt, with no transaction open. */
async function attempt(
  deps: DeliveryDependencies,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
): Promise<AttemptRecord> {
  const at = deps.clock();
  const { messageId: id, body } = delivery;
  const begun = performance.now();
  const headers = {
    ...signWebhook({ id, body, at }, secretsOf(deps, endpoint, at)),
    'user-agent': 'Portal-Webhooks/1',
  };
  const answer = await deps.post({ url: endpoint.url, headers, body });
  const result =
    answer.kind === 'answered'
      ? { status: answer.status, error: null, answer: answer.text }
      : { status: null, error: answer.reason, answer: '' };
  return { at: at.toISOString(), ...result, durationMs: Math.round(performance.now() - begun) };
}

const isSuccess = ({ status }: AttemptRecord): boolean => status !== null && status >= 200 && status < 300;

/** A number from 0 to 1. */
const randomOf = ({ randomBytes }: DeliveryDependencies): number => randomBytes(4).readUInt32BE() / 2 ** 32;

/** Switches an endpoint off that is gone, or has failed for three days, and tells staff by mail. */
async function switchOff(
  deps: DeliveryDependencies,
  tx: Transaction,
  endpointId: string,
  isGone: boolean,
  now: Date,
): Promise<void> {
  const why = isGone
    ? ({ reason: 'gone' } as const)
    : ({ reason: 'failing', failingBefore: new Date(now.getTime() - FAILING_MS) } as const);
  const endpoint = await switchEndpointOff(tx, endpointId, why);
  if (!endpoint) return;
  await recordAudit(tx, {
    actorId: endpoint.createdBy,
    action: 'webhook-endpoint.switch-off',
    subject: `webhook-endpoint:${endpointId}`,
    before: { isOn: true },
    after: { isOn: false, reason: why.reason },
  });
  for (const staff of await listStaffAddresses(tx)) {
    await deps.queueEmail(tx, offMail(endpoint, why.reason, staff, { origin: deps.origin, now }));
  }
}

async function record(deps: DeliveryDependencies, delivery: DeliveryRow, attempted: AttemptRecord): Promise<void> {
  const now = deps.clock();
  const succeeded = isSuccess(attempted);
  const next = succeeded ? null : nextAttemptAt(delivery.attempts, now, randomOf(deps));
  const state = succeeded ? 'delivered' : next === null ? 'failed' : 'pending';
  const outcome = { state, nextAttemptAt: next, deliveredAt: succeeded ? now : null } as const;
  const { endpointId } = delivery;
  const isRecorded = await deps.database.transaction(async (tx) => {
    if (!(await recordAttempt(tx, delivery, attempted, outcome))) return false;
    if (succeeded) await recordSuccess(tx, endpointId);
    else {
      await recordFailing(tx, endpointId, now);
      await switchOff(deps, tx, endpointId, attempted.status === GONE, now);
    }
    return true;
  });
  if (isRecorded) deps.count(succeeded ? 'delivered' : next === null ? 'given-up' : 'failed');
}

/** Delivers what is due to an endpoint, one after the other, until nothing is or the signal. */
async function runLane(deps: DeliveryDependencies, endpointId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock();
    const endpoint = await findEndpoint(deps.database, endpointId);
    if (!endpoint?.isOn) return;
    const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
    const delivery = await claimDelivery(deps.database, { endpointId, now, leaseEndsAt });
    if (!delivery) return;
    await record(deps, delivery, await attempt(deps, endpoint, delivery));
  }
}

/**
 * Sends due deliveries: each endpoint has its own lanes, so that a slow one delays no other, and a
 * delivery is claimed by one instance at a time. `start` returns before they are made; `settled`
 * waits for those under way. After a crash between an answer and its record the delivery is made
 * again: at least once, with the same webhook-id.
 */
export function createWebhookDelivery(deps: DeliveryDependencies): {
  readonly start: (signal: AbortSignal) => Promise<void>;
  readonly settled: () => Promise<void>;
} {
  const running = new Map<string, Promise<void>>();
  const run = async (endpointId: string, signal: AbortSignal): Promise<void> => {
    try {
      await Promise.all(Array.from({ length: LANES }, () => runLane(deps, endpointId, signal)));
    } catch (error) {
      deps.log.error({ err: error, endpointId }, 'webhooks could not be delivered');
    } finally {
      running.delete(endpointId);
    }
  };
  return {
    start: async (signal) => {
      for (const endpointId of await listDueEndpoints(deps.database, deps.clock())) {
        if (!running.has(endpointId)) running.set(endpointId, run(endpointId, signal));
      }
    },
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}
