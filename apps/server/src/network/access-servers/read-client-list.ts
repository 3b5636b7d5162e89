import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { recordFetch } from './access-server.repository.ts';
import { clientList } from './client-list.policy.ts';
import type { AccessServerLookup } from './create-access-server-lookup.ts';

/** The clients for FreeRADIUS; notes that the RADIUS server at `address` has read them. */
export async function readClientList(
  deps: { readonly database: Database; readonly clock: Clock; readonly lookup: Pick<AccessServerLookup, 'all'> },
  address: string,
): Promise<string> {
  const servers = await deps.lookup.all();
  await recordFetch(deps.database, address, deps.clock());
  return clientList(servers);
}
