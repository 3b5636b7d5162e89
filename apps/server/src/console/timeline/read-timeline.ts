import { type TimelineEvent, type TimelineKind, timelineKinds } from '@portal/contract/console/customer-notes';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCustomer } from '../customers/customer.repository.ts';
import { listEvents } from './timeline.repository.ts';

const PAGE_SIZE = 20;

type TimelinePage = {
  readonly userId: number;
  readonly kind?: TimelineKind | undefined;
  /** Whether who reads may see events of this kind. */
  readonly maySee: (kind: TimelineKind) => boolean;
  /** The key of the last event of the page before. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
};

/**
 * What happened to a customer, newest first, 20 unless `limit` says otherwise. Throws ApiError
 * customer.not-found.
 */
export async function readTimeline(database: Database, page: TimelinePage): Promise<TimelineEvent[]> {
  const { userId, kind, maySee, before, limit = PAGE_SIZE } = page;
  if (!(await findCustomer(database, userId))) throw new ApiError('customer.not-found');
  const [micros = '', key = ''] = before?.split('.') ?? [];
  const kinds = new Set((kind ? [kind] : timelineKinds).filter(maySee));
  if (kinds.size === 0) return [];
  const rows = await listEvents(database, { userId, kinds, before: before ? { micros, key } : null, limit });
  return rows.map(({ micros: at, ...event }) => ({ ...event, key: `${at}.${event.key}` }));
}
