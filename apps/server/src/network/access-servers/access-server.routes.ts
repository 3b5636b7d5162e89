import { listRadiusClients as clientsEntry } from '@portal/contract/network/access';
import {
  changeAccessServer as changeEntry,
  createAccessServer as createEntry,
  endAccessServerTurn,
  listAccessServers as listEntry,
  retireAccessServer as retireEntry,
  testAccessServer as testEntry,
  turnAccessServerSecret,
} from '@portal/contract/network/staff-access-servers';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { RadiusTokenGuard } from '../access/radius-token-guard.ts';
import type { askAccessServer } from './ask-access-server.ts';
import type { AccessServerLookup } from './create-access-server-lookup.ts';
import { listAccessServers, requireServerView } from './list-access-servers.ts';
import { readClientList } from './read-client-list.ts';
import {
  changeAccessServer,
  createAccessServer,
  endTurn,
  retireAccessServer,
  type ServerDependencies,
  turnSecret,
} from './save-access-server.ts';
import { testAccessServer } from './test-access-server.ts';

const success = true as const;

export type AccessServerDeps = ServerDependencies & {
  readonly lookup: AccessServerLookup;
  readonly guard: RadiusTokenGuard;
  readonly ask: typeof askAccessServer;
};

/** Access servers, for staff, and their list for FreeRADIUS. */
export function registerAccessServers(routes: Routes, deps: AccessServerDeps): void {
  const { database, clock } = deps;
  const viewOf = (id: string) => requireServerView(database, id, clock());

  routes.serve(listEntry, async () => {
    // The first reading takes over what NAS_SECRETS has.
    await deps.lookup.all();
    return listAccessServers(database, clock());
  });

  routes.serve(createEntry, async ({ viewer, body }) => {
    const id = await createAccessServer(deps, viewer.user.id, body);
    return {
      success,
      message: 'It is on the list. Its packets are accepted once FreeRADIUS has read the list.',
      server: await viewOf(id),
    };
  });

  routes.serve(changeEntry, async ({ viewer, params: { id }, body }) => {
    await changeAccessServer(deps, { staffId: viewer.user.id, id, form: body });
    return { success, message: 'The change is saved.', server: await viewOf(id) };
  });

  routes.serve(turnAccessServerSecret, async ({ viewer, params: { id }, body }) => {
    await turnSecret(deps, { staffId: viewer.user.id, id, secret: body.secret });
    return {
      success,
      message: 'Enter the new secret on the access server now, then end the turn.',
      server: await viewOf(id),
    };
  });

  routes.serve(endAccessServerTurn, async ({ viewer, params: { id } }) => {
    await endTurn(deps, { staffId: viewer.user.id, id });
    return { success, message: 'The secret before is not used any more.', server: await viewOf(id) };
  });

  routes.serve(testEntry, async ({ viewer, params: { id } }) => ({
    success,
    ...(await testAccessServer(deps, { staffId: viewer.user.id, id })),
  }));

  routes.serve(retireEntry, async ({ viewer, params: { id } }) => {
    await retireAccessServer(deps, { staffId: viewer.user.id, id });
    return { success, message: 'It is off the list, and its secret is forgotten.' };
  });

  routes.serve(
    clientsEntry,
    async ({ request, reply }) => {
      deps.guard(request);
      const list = await readClientList(deps, request.ip);
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(list);
    },
    { limit: null },
  );
}
