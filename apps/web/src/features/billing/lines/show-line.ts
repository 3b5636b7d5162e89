import { clearPersistedQueriesAndLeave } from '../../../shared/offline/persisted-queries.ts';
import { storeChosenLine } from '../../../shared/session/chosen-line.ts';

/**
 * Opens a page about another line of the account, as a new document: nothing that this one has of
 * the line before is left.
 */
export function showLine(id: number, address: string): void {
  clearPersistedQueriesAndLeave();
  storeChosenLine(id);
  location.assign(address);
}
