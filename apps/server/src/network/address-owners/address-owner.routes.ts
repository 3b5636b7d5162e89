import { findAddressOwner as findEntry, getAddressOwnerDocument } from '@portal/contract/network/address-owners';
import { sendPdf } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { findAddressOwner } from './find-address-owner.ts';
import { type AddressPaperDependencies, issueAddressPaper } from './issue-address-paper.ts';

/** Which customer had an address, for those few who may ask. */
export function registerAddressOwners(routes: Routes, deps: AddressPaperDependencies): void {
  routes.serve(findEntry, ({ viewer, query }) => findAddressOwner(deps, { staffId: viewer.user.id, question: query }));

  routes.serve(getAddressOwnerDocument, async ({ viewer, query, reply }) => {
    const { number, bytes } = await issueAddressPaper(deps, { staffId: viewer.user.id, question: query });
    return sendPdf(reply, number, bytes);
  });
}
