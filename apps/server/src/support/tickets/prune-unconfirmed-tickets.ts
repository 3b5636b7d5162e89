import type { Database } from '../../platform/database/connection.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { deleteTicket, listOldUnconfirmedTickets, listTicketFiles } from './unconfirmed-ticket.repository.ts';

const BATCH = 100;

/**
 * Deletes tickets of senders who were never confirmed, two years after their last change, with their files: no
 * account's deletion would reach them. Safe to repeat, to kill, and to run concurrently.
 */
export async function pruneUnconfirmedTickets(deps: {
  readonly database: Database;
  readonly attachments: FileStore;
}): Promise<number> {
  const ids = await listOldUnconfirmedTickets(deps.database, BATCH);
  for (const id of ids) {
    for (const file of await listTicketFiles(deps.database, id)) await deps.attachments.remove(file);
    await deps.database.transaction((tx) => deleteTicket(tx, id));
  }
  return ids.length;
}
