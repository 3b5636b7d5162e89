import {
  countAudience as countEntry,
  listAnnouncements as listEntry,
  sendAnnouncement as sendEntry,
  stopAnnouncement as stopEntry,
} from '@portal/contract/console/announcements';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { AnnouncementDependencies } from './announcement-dependencies.ts';
import { countAudience } from './count-audience.ts';
import { createAnnouncement } from './create-announcement.ts';
import { listAnnouncements } from './list-announcements.ts';
import { stopAnnouncement } from './stop-announcement.ts';

/** Announcements of staff to many customers. */
export function registerAnnouncement(routes: Routes, deps: AnnouncementDependencies): void {
  routes.serve(listEntry, async ({ query }) => listAnnouncements(deps, query));

  routes.serve(countEntry, async ({ query }) => countAudience(deps.database, query));

  routes.serve(sendEntry, async ({ viewer, body }) => {
    const id = await createAnnouncement(deps, viewer.user.id, body);
    return { success: true as const, message: 'It is on its way.', id };
  });

  routes.serve(stopEntry, async ({ viewer, params, body }) => {
    await stopAnnouncement(deps, { staffId: viewer.user.id, id: params.id, reason: body.reason });
    return { success: true as const, message: 'It is not sent to anyone else.' };
  });
}
