import {
  claimCollection as claimEntry,
  countCollections,
  exportCollections as exportEntry,
  getCollection,
  giveBackCollection as giveBackEntry,
  listCollectionCalls,
  listCollections,
  recordCollectionCall,
  takeNextCollection as takeNextEntry,
} from '@portal/contract/console/collections';
import { sendCsv } from '../../platform/http/bodies/send-csv.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { CollectionDependencies } from './collection-dependencies.ts';
import {
  exportCollections,
  readCall,
  readCalls,
  readCollection,
  readCollectionCounts,
  readCollections,
} from './read-collections.ts';
import { recordCall } from './record-call.ts';
import { claimCollection, giveBackCollection, takeNextCollection } from './take-collection.ts';

/** Who owes, and the calls about it. */
export function registerCollection(routes: Routes, deps: CollectionDependencies): void {
  const { database, clock, recordAudit } = deps;
  const lookOf = (viewer: { readonly user: { readonly id: number } }) => ({ now: clock(), staffId: viewer.user.id });

  routes.serve(listCollections, async ({ viewer, query }) => readCollections(database, lookOf(viewer), query));

  routes.serve(countCollections, async ({ viewer }) => readCollectionCounts(database, lookOf(viewer)));

  routes.serve(exportEntry, async ({ viewer, query, reply }) => {
    const look = lookOf(viewer);
    await database.transaction((tx) =>
      recordAudit(tx, {
        actorId: look.staffId,
        action: 'export.download',
        subject: 'export:collections',
        before: null,
        after: null,
      }),
    );
    return sendCsv(reply, { viewer, fileName: 'collections.csv', content: exportCollections(database, look, query) });
  });

  routes.serve(getCollection, async ({ viewer, params }) => {
    const account = await readCollection(deps, lookOf(viewer), params.id);
    await deps.recordCustomerView(viewer.user.id, params.id);
    return { account };
  });

  routes.serve(takeNextEntry, async ({ viewer, body }) => {
    const customerId = await takeNextCollection(deps, { ...body, staffId: viewer.user.id });
    const message = customerId === null ? 'Nobody is left to call now.' : 'You work on this account for 15 minutes.';
    return { success: true as const, message, customerId };
  });

  routes.serve(claimEntry, async ({ viewer, params }) => {
    const until = await claimCollection(deps, { accountId: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'You work on this account for 15 minutes.', until: until.toISOString() };
  });

  routes.serve(giveBackEntry, async ({ viewer, params }) => {
    await giveBackCollection(deps, { accountId: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The account is given back.' };
  });

  routes.serve(recordCollectionCall, async ({ viewer, alsoNeeds, params, body }) => {
    if (body.outcome === 'promised') await alsoNeeds('promises:write');
    if (body.outcome === 'disputed') await alsoNeeds('tickets:write');
    const caller = { staffId: viewer.user.id, roles: viewer.staff?.roles ?? [] };
    const id = await recordCall(deps, { ...body, accountId: params.id, caller });
    return { success: true as const, message: 'The call is written down.', call: await readCall(database, id) };
  });

  routes.serve(listCollectionCalls, async ({ params }) => readCalls(database, params.id));
}
