import type { Transaction } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { withdrawPending } from '../recovery/report-not-me.ts';
import { forgetDevices } from '../sign-in/account-device.repository.ts';
import { type SessionListDeps, sessionNames } from './list-sessions.ts';
import { deleteSessions, deleteSessionsOf, listLiveSessions } from './session.repository.ts';

/** Stands for every session but the caller's. */
export const OTHERS = 'others';

/** Signs out everywhere else, for somebody who fears a stranger: what that one has begun goes, too. */
async function endOthers(tx: Transaction, { user: { id }, sids }: Viewer, device: string): Promise<void> {
  await deleteSessionsOf(tx, id, sids);
  await forgetDevices(tx, id, device);
  await withdrawPending(tx, id);
  const subject = `customer:${id}`;
  await recordAudit(tx, { actorId: id, action: 'session.end-others', subject, before: null, after: null });
}

/**
 * Ends one of the viewer's sessions, by its listed id; or all others, and with them pending links, codes
 * and invitations, and every device but this one is new at its next sign-in. Throws ApiError
 * session.not-found, also for another account's session.
 */
export async function endSessions(deps: SessionListDeps, viewer: Viewer, id: string, device: string): Promise<void> {
  if (id === OTHERS) return deps.database.transaction((tx) => endOthers(tx, viewer, device));
  const sessions = await listLiveSessions(deps.database, viewer.user.id);
  const named = sessions.find(({ sid }) => sessionNames(deps.secrets, sid).includes(id));
  if (!named) throw new ApiError('session.not-found');
  await deleteSessions(deps.database, [named.sid]);
}
