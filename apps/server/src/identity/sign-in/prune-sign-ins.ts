import { type Database, unhurried } from '../../platform/database/connection.ts';
import { deleteOldInvitations } from '../account-people/account-people.repository.ts';
import { deleteExpiredChallenges } from '../passkeys/passkey.repository.ts';
import { deleteExpiredLinks } from '../recovery/account-token.repository.ts';
import { deleteEndedSessions } from '../sessions/session.repository.ts';
import { deleteForgottenDevices } from './account-device.repository.ts';
import { deleteForgottenAttempts } from './sign-in-attempts.repository.ts';

/**
 * Deletes ended sessions, old failures and devices, expired links, invitations and challenges. Runs hourly; safe to repeat
 * and to run concurrently.
 */
export async function pruneSignIns(database: Database): Promise<void> {
  const prunings = [
    deleteEndedSessions,
    deleteForgottenAttempts,
    deleteExpiredLinks,
    deleteForgottenDevices,
    deleteOldInvitations,
    deleteExpiredChallenges,
  ];
  for (const prune of prunings) await unhurried(database).transaction(prune);
}
