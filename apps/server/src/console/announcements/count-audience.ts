import type { Database } from '../../platform/database/connection.ts';
import { type Audience, countRecipients } from './announcement.repository.ts';

/** How many customers an audience means, and for how many of them an announcement of this kind would be. */
export function countAudience(
  database: Database,
  audience: Audience,
): Promise<{ readonly audience: number; readonly customers: number }> {
  return countRecipients(database, audience);
}
