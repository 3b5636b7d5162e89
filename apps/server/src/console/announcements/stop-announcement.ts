import { ApiError } from '../../platform/http/errors/api-error.ts';
import { hasAnnouncement, stopSending } from './announcement.repository.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';

/**
 * Stops an announcement for the customers who do not have it yet, audited. Throws ApiError
 * announcement.not-found, announcement.ended.
 */
export async function stopAnnouncement(
  deps: Pick<AnnouncementDependencies, 'database' | 'clock' | 'recordAudit'>,
  order: { readonly staffId: number; readonly id: number; readonly reason: string },
): Promise<void> {
  const { staffId, id, reason } = order;
  await deps.database.transaction(async (tx) => {
    const delivered = await stopSending(tx, id, { endedAt: deps.clock(), stoppedBy: staffId, stopReason: reason });
    if (delivered === null) {
      throw new ApiError((await hasAnnouncement(tx, id)) ? 'announcement.ended' : 'announcement.not-found');
    }
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'announcement.stop',
      subject: `announcement:${id}`,
      before: { state: 'sending' },
      after: { state: 'stopped', delivered, reason },
    });
  });
}
