import type { Queryable } from '../../platform/database/connection.ts';
import { findPasskeyState } from '../passkeys/passkey.repository.ts';
import { findSecondFactor } from '../second-factor/second-factor.repository.ts';
import { listLiveSessions } from '../sessions/session.repository.ts';

/** How many passkeys somebody has, whether they have an authenticator app, and on how many devices they are signed in. */
export async function findSignInFacts(
  queryable: Queryable,
  userId: number,
): Promise<{ readonly passkeys: number; readonly hasApp: boolean; readonly devices: number }> {
  const [{ passkeys }, app, sessions] = await Promise.all([
    findPasskeyState(queryable, userId),
    findSecondFactor(queryable, userId),
    listLiveSessions(queryable, userId),
  ]);
  return { passkeys, hasApp: (app?.confirmedAt ?? null) !== null, devices: sessions.length };
}
