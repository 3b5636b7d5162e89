import type { LanguageCode, NoticeView } from '@portal/contract/messaging/notices';
import { type NoticeKind, noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { noticeAddress } from '@portal/kernel/messaging/notices/notice-address';
import { wordedNotices } from '@portal/kernel/messaging/notices/notice-words';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { countUnread, listNoticesOf, markRead, markReadUpTo, type NoticeRow } from './notice.repository.ts';
import { isNoticeKind } from './notice-labels.ts';

const PAGE_SIZE = 20;

export type ReadingDeps = {
  readonly database: Database;
  readonly publishLiveUpdate: (userId: number, what: 'notices') => void;
};

/** What the reader of a list may choose, and whose words notices have. */
type Reader = { readonly language: LanguageCode; readonly settings: Pick<Settings, 'get' | 'initial'> };

/**
 * The English words, which a page translates; where staff have published others, those in the
 * reader's language.
 */
function wordsFor(kind: NoticeKind, { language, settings }: Reader): { readonly title: string; readonly text: string } {
  const worded = wordedNotices.find((each) => each === kind);
  if (worded === undefined) return noticeTemplates[kind];
  const own = settings.get(`notice-${worded}`);
  if (own === settings.initial(`notice-${worded}`)) return noticeTemplates[kind];
  return { title: own[`${language}Title`], text: own[`${language}Text`] };
}

function presentNotice({ id, kind, values, createdAt, readAt }: NoticeRow, reader: Reader): NoticeView[] {
  if (!isNoticeKind(kind)) return [];
  const { title, text } = wordsFor(kind, reader);
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
  {
    before = null,
    limit = PAGE_SIZE,
    ...reader
  }: Reader & {
    readonly before?: number | null;
    readonly limit?: number;
  },
): Promise<NoticeView[]> {
  return (await listNoticesOf(database, userId, { before, limit })).flatMap((row) => presentNotice(row, reader));
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
