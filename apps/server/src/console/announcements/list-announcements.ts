import type { Announcement } from '@portal/contract/console/announcements';
import { listAnnouncementRows } from './announcement.repository.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';

const PAGE_SIZE = 20;

/**
 * The announcements, newest first: 20 unless `limit` says otherwise, older than the announcement
 * `before` when it is given.
 */
export async function listAnnouncements(
  deps: Pick<AnnouncementDependencies, 'database' | 'clock' | 'isQuiet'>,
  page: { readonly before?: number | undefined; readonly limit?: number | undefined },
): Promise<Announcement[]> {
  const { before = null, limit = PAGE_SIZE } = page;
  const isQuiet = deps.isQuiet(deps.clock());
  const rows = await listAnnouncementRows(deps.database, { before, limit });
  return rows.map(({ announcement, planName, authorName, stopperName }) => {
    const { id, kind, title, text, link, audience, state, expected, delivered, stoppedBy, stopReason } = announcement;
    return {
      id,
      kind,
      title,
      text,
      link,
      audience,
      planName,
      state,
      expected,
      delivered,
      author: { id: announcement.authorId, name: authorName },
      resting: state === 'sending' && kind === 'promotion' && isQuiet,
      createdAt: announcement.createdAt.toISOString(),
      endedAt: announcement.endedAt?.toISOString() ?? null,
      stopped: stoppedBy === null ? null : { by: { id: stoppedBy, name: stopperName }, reason: stopReason ?? '' },
    };
  });
}
