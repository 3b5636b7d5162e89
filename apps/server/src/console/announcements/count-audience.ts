import type { Database } from '../../platform/database/connection.ts';
import { type Audience, countRecipients } from './announcement.repository.ts';

/**
 * How many customers an audience has, and how many of them would get an announcement of this kind.
 */
export function countAudience(
  database: Database,
  audience: Audience,
): Promise<{ readonly audience: number; readonly customers: number }> {
  return countRecipients(database, audience);
}
