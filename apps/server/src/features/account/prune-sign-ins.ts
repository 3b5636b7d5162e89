import type { Database } from '../../database/connection.ts';
import { deleteEndedSessions } from './session.repository.ts';
import { deleteForgottenAttempts } from './sign-in-attempts.repository.ts';

/** Removes ended sessions and forgotten failures. Meant to run hourly; repeating and running beside others is safe. */
export async function pruneSignIns(database: Database): Promise<void> {
  await deleteEndedSessions(database);
  await deleteForgottenAttempts(database);
}
