import type {
  countFailedDeliveries as countEntry,
  DeliveryKind,
  FailedDelivery,
} from '@portal/contract/console/operations';
import type * as z from 'zod/mini';
import { countFailedWebhooks, listFailedWebhooks } from '../../billing/index.ts';
import { countFailedMessages, listFailedMessages } from '../../messaging/index.ts';
import type { Database } from '../../platform/database/connection.ts';

const PAGE_SIZE = 25;

type Page = { readonly before: number | null; readonly limit: number };

async function listWebhooks(database: Database, page: Page): Promise<FailedDelivery[]> {
  const rows = await listFailedWebhooks(database, page);
  return rows.map(({ gateway, eventName, status, lastError, nextAttemptAt, receivedAt, ...row }) => ({
    ...row,
    what: eventName,
    recipient: gateway,
    state: status === 'parked' ? 'failed' : 'retrying',
    reason: lastError ?? '',
    createdAt: receivedAt.toISOString(),
    nextAttemptAt: status === 'parked' ? null : nextAttemptAt.toISOString(),
    canRetry: true,
  }));
}

async function listMessages(
  database: Database,
  channel: Exclude<DeliveryKind, 'webhook'>,
  page: Page,
): Promise<FailedDelivery[]> {
  const rows = await listFailedMessages(database, { channel, ...page });
  return rows.map(({ subject, recipient, lastError, nextAttemptAt, givenUpAt, createdAt, ...row }) => ({
    ...row,
    what: subject,
    recipient: channel === 'push' ? null : recipient,
    reference: null,
    state: givenUpAt ? 'failed' : 'retrying',
    reason: lastError ?? '',
    createdAt: createdAt.toISOString(),
    nextAttemptAt: givenUpAt ? null : nextAttemptAt.toISOString(),
  }));
}

/** What failed within 30 days, of one kind, the newest first, 25 unless `limit` says otherwise. */
export function listFailedDeliveries(
  database: Database,
  query: { readonly kind: DeliveryKind; readonly before?: number | undefined; readonly limit?: number | undefined },
): Promise<FailedDelivery[]> {
  const { kind, before = null, limit = PAGE_SIZE } = query;
  const page = { before, limit };
  return kind === 'webhook' ? listWebhooks(database, page) : listMessages(database, kind, page);
}

/** How many of each kind have failed within 30 days. */
export async function countFailedDeliveries(database: Database): Promise<z.infer<typeof countEntry.answer>> {
  const [webhooks, messages] = await Promise.all([countFailedWebhooks(database), countFailedMessages(database)]);
  const of = (channel: DeliveryKind) => {
    const { total = 0, retryable = 0 } = messages.find((count) => count.channel === channel) ?? {};
    return { total, retryable };
  };
  return { webhook: { total: webhooks, retryable: webhooks }, email: of('email'), sms: of('sms'), push: of('push') };
}
