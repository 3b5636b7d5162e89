import { type Database, unhurried } from '../../platform/database/connection.ts';
import { deleteOldCodes } from './phone-verification.repository.ts';

/** Removes codes that no limit counts any more. Meant to run hourly; repeating and running beside others is safe. */
export function prunePhoneCodes(database: Database): Promise<void> {
  return unhurried(database).transaction(deleteOldCodes);
}
