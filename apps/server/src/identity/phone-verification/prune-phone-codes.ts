import { type Database, unhurried } from '../../platform/database/connection.ts';
import { deleteOldCodes } from './phone-verification.repository.ts';

/**
 * Deletes codes that no limit counts any more. Runs hourly; safe to repeat and to run concurrently.
 */
export function prunePhoneCodes(database: Database): Promise<void> {
  return unhurried(database).transaction(deleteOldCodes);
}
