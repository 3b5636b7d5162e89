import { ApiError } from '../../platform/http/api-error.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { type SessionListDeps, sessionNames } from './list-sessions.ts';
import { deleteSessions, deleteSessionsOf, listLiveSessions } from './session.repository.ts';

/** Stands for every session but the caller's. */
export const OTHERS = 'others';

/**
 * Ends one of the viewer's sessions, by its listed id, or all others. Throws ApiError
 * session.not-found, also for another account's session.
 */
export async function endSessions(deps: SessionListDeps, viewer: Viewer, id: string): Promise<void> {
  if (id === OTHERS) return deleteSessionsOf(deps.database, viewer.user.id, viewer.sids);
  const sessions = await listLiveSessions(deps.database, viewer.user.id);
  const named = sessions.find(({ sid }) => sessionNames(deps.secrets, sid).includes(id));
  if (!named) throw new ApiError('session.not-found');
  await deleteSessions(deps.database, [named.sid]);
}
