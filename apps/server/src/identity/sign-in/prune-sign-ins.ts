import { type Database, unhurried } from '../../platform/database/connection.ts';
import { deleteExpiredLinks } from '../recovery/account-token.repository.ts';
import { deleteEndedSessions } from '../sessions/session.repository.ts';
import { deleteForgottenDevices } from './account-device.repository.ts';
import { deleteForgottenAttempts } from './sign-in-attempts.repository.ts';

/** Removes ended sessions, forgotten failures and devices, and expired links. Meant to run hourly; repeating and running beside others is safe. */
export async function pruneSignIns(database: Database): Promise<void> {
  const prunings = [deleteEndedSessions, deleteForgottenAttempts, deleteExpiredLinks, deleteForgottenDevices];
  for (const prune of prunings) await unhurried(database).transaction(prune);
}
