import type { SessionView } from '@portal/contract/identity/profile';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacsOf } from '../../platform/crypto/hmac.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { describeDevice } from './describe-device.ts';
import { listLiveSessions } from './session.repository.ts';

export type SessionListDeps = { readonly database: Database; readonly secrets: AcceptedSecrets };

/**
 * The ids by which the owner may name a session, the one that is shown first: they reveal nothing
 * of the stored hash, and are useless to anybody else.
 */
export function sessionNames(secrets: AcceptedSecrets, sid: string): readonly [string, ...string[]] {
  const [shown, ...others] = hmacsOf(secrets, 'session-name', sid);
  return [shown.toString('base64url'), ...others.map((name) => name.toString('base64url'))];
}

/** The viewer's active sessions, newest first. */
export async function listSessions(deps: SessionListDeps, viewer: Viewer): Promise<SessionView[]> {
  const rows = await listLiveSessions(deps.database, viewer.user.id);
  return rows.map(({ sid, sess, createdAt, lastUsedAt }) => ({
    id: sessionNames(deps.secrets, sid)[0],
    device: describeDevice(sess.userAgent),
    address: sess.address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    current: viewer.sids.includes(sid),
  }));
}
