import {
  acceptLineOffer,
  listOwnerChanges,
  readLineOffer,
  refuseLineOffer,
  stopOwnerChange,
} from '@portal/contract/billing/owner-changes';
import {
  getOwnerChangeTerms,
  listOwnerChangesOfCustomer,
  offerLine as offerEntry,
  withdrawOwnerChange,
} from '@portal/contract/billing/staff-owner-changes';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { acceptOffer } from './accept-offer.ts';
import { refuseOffer, stopOffer, withdrawOffer } from './end-offer.ts';
import { type OfferDependencies, offerLine } from './offer-line.ts';
import { readOffer, readOwnChanges, readStaffChanges, readTerms } from './read-owner-changes.ts';

const OVER = 'The change of owner is over. The line stays where it is.';

/** Lines that change their owner: as staff arrange it, and as both sides decide. */
export function registerOwnerChange(routes: Routes, deps: OfferDependencies): void {
  const { database, clock } = deps;

  routes.serve(readLineOffer, async ({ body }) => readOffer(database, body.token, clock()));
  routes.serve(acceptLineOffer, async ({ viewer, body }) => {
    const { account, user } = viewer;
    const lines = await acceptOffer(deps, { token: body.token, accountId: account.id, userId: user.id });
    return { success: true as const, message: 'The line is yours.', lines };
  });
  routes.serve(refuseLineOffer, async ({ body }) => {
    await refuseOffer(deps, body.token);
    return { success: true as const, message: OVER };
  });
  routes.serve(listOwnerChanges, async ({ viewer }) => readOwnChanges(database, viewer.account.id, clock()));
  routes.serve(stopOwnerChange, async ({ viewer, params }) => {
    await stopOffer(deps, { id: params.id, accountId: viewer.account.id, userId: viewer.user.id });
    return { success: true as const, message: OVER };
  });

  routes.serve(getOwnerChangeTerms, async ({ params, query: { to = null, lines } }) =>
    readTerms(database, { lineId: params.id, isWholeAccount: lines === 'all', to, now: clock() }),
  );
  routes.serve(offerEntry, async ({ viewer, params, body: { lines, ...form } }) => {
    const order = { ...form, lineId: params.id, isWholeAccount: lines === 'all', staffId: viewer.user.id };
    const { accountId, id } = await offerLine(deps, order);
    const ownerChange = (await readStaffChanges(database, accountId, clock())).find((each) => each.id === id);
    if (!ownerChange) throw new Error(`change of owner ${id} is gone`);
    return { success: true as const, message: 'The link is sent. Nothing moves before it is accepted.', ownerChange };
  });
  routes.serve(listOwnerChangesOfCustomer, async ({ params }) => readStaffChanges(database, params.id, clock()));
  routes.serve(withdrawOwnerChange, async ({ viewer, params }) => {
    await withdrawOffer(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The change of owner is withdrawn.' };
  });
}
