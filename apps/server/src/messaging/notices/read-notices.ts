import type { NoticeView } from '@portal/contract/messaging/notices';
import { noticeTemplates } from '@portal/kernel/notice';
import { noticeAddress } from '@portal/kernel/notice-address';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { countUnread, listNoticesOf, markRead, markReadUpTo, type NoticeRow } from './notice.repository.ts';
import { isNoticeKind } from './notice-labels.ts';

const PAGE_SIZE = 20;

export type ReadingDeps = {
  readonly database: Database;
  readonly publishLiveUpdate: (userId: number, what: 'notices') => void;
};

function presentNotice({ id, kind, values, createdAt, readAt }: NoticeRow): NoticeView[] {
  if (!isNoticeKind(kind)) return [];
  const { title, text } = noticeTemplates[kind];
  const times = { createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null };
  return [{ id, kind, title, text, values, href: noticeAddress(kind, values), ...times }];
}

/**
 * A customer's notices, newest first: 20 unless `limit` says otherwise, older than the notice
 * `before` when it is given.
 */
export async function listNotices(
  database: Database,
  userId: number,
  { before = null, limit = PAGE_SIZE }: { readonly before?: number | null; readonly limit?: number },
): Promise<NoticeView[]> {
  return (await listNoticesOf(database, userId, { before, limit })).flatMap(presentNotice);
}

export function countUnreadNotices(database: Database, userId: number): Promise<number> {
  return countUnread(database, userId);
}

/**
 * Marks one notice as read; returns how many are left unread. Other open pages refetch. Safe to
 * repeat. Throws ApiError notice.not-found.
 */
export async function readNotice({ database, publishLiveUpdate }: ReadingDeps, userId: number, id: number) {
  if (!(await markRead(database, userId, id))) throw new ApiError('notice.not-found');
  publishLiveUpdate(userId, 'notices');
  return countUnread(database, userId);
}

/**
 * Marks notices up to `upTo` as read; returns how many are left unread. Other open pages refetch.
 * Safe to repeat.
 */
export async function readNoticesUpTo({ database, publishLiveUpdate }: ReadingDeps, userId: number, upTo: number) {
  await markReadUpTo(database, userId, upTo);
  publishLiveUpdate(userId, 'notices');
  return countUnread(database, userId);
}
