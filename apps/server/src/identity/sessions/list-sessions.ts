import type { SessionView } from '@portal/contract/identity/profile';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { describeDevice } from './describe-device.ts';
import { listLiveSessions } from './session.repository.ts';

export type SessionListDeps = { readonly database: Database; readonly secret: string };

/**
 * The id under which the owner sees a session: reveals nothing of the stored hash, and is useless
 * to anybody else.
 */
export function sessionName(secret: string, sid: string): string {
  return hmacOf(secret, 'session-name', sid).toString('base64url');
}

/** The viewer's active sessions, newest first. */
export async function listSessions(deps: SessionListDeps, viewer: Viewer): Promise<SessionView[]> {
  const rows = await listLiveSessions(deps.database, viewer.user.id);
  return rows.map(({ sid, sess, createdAt, lastUsedAt }) => ({
    id: sessionName(deps.secret, sid),
    device: describeDevice(sess.userAgent),
    address: sess.address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: sid === viewer.sid,
  }));
}
