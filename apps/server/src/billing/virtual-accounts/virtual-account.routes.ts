import {
  closeVirtualAccounts,
  getVirtualAccountOverview,
  listCustomerVirtualAccounts,
  replaceBank as replaceBankEntry,
  requestForCustomer,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import {
  checkTransfers as checkEntry,
  getAmountsDue,
  listVirtualAccountProviders,
  listVirtualAccounts,
  requestVirtualAccounts,
} from '@portal/contract/billing/payments/virtual-accounts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Intake } from '../incoming-transfers/intake.port.ts';
import { requireLine } from '../lines/require-line.ts';
import { readAmountsDue } from '../received-money/read-amounts-due.ts';
import { checkTransfers } from './check-transfers.ts';
import { closeNumbers } from './close-numbers.ts';
import { readNumbers, readNumbersForStaff } from './read-numbers.ts';
import { readOverview } from './read-overview.ts';
import { replaceBank } from './replace-bank.ts';
import { listOffers, requestNumbers } from './request-numbers.ts';

const ASKED = 'Your account numbers are being prepared.';

/** Account numbers of one's own: the customer's calls, and staff's. */
export function registerVirtualAccount(
  routes: Routes,
  deps: BillingDependencies,
  wakeNumbers: (intake: Pick<Intake, 'id'>) => void,
): void {
  routes.serve(listVirtualAccounts, async ({ viewer }) => readNumbers(deps, viewer.account.id));
  routes.serve(listVirtualAccountProviders, async ({ viewer, query }) =>
    listOffers(deps, { accountId: viewer.account.id, lineId: query.line ?? null }),
  );
  routes.serve(getAmountsDue, async ({ viewer }) => readAmountsDue(deps, viewer.account.id));
  routes.serve(requestVirtualAccounts, async ({ viewer, body }) => {
    const { id: accountId } = viewer.account;
    const { lineId = null, provider = null, bvn = null, nin = null } = body;
    await requestNumbers(deps, { accountId, lineId, provider, bvn, nin }, wakeNumbers);
    return { success: true as const, message: ASKED, accounts: await readNumbers(deps, accountId) };
  });
  routes.serve(checkEntry, async ({ viewer }) => {
    const found = await checkTransfers(deps, viewer.account.id);
    const message = found === 0 ? 'The banks report nothing new yet.' : 'We found your transfer.';
    return { success: true as const, message, found };
  });

  routes.serve(getVirtualAccountOverview, async () => readOverview(deps));
  routes.serve(replaceBankEntry, async ({ viewer, body }) => {
    const replaced = await replaceBank(deps, { ...body, staffId: viewer.user.id }, wakeNumbers);
    return { success: true as const, message: 'The numbers are replaced, and their customers told.', replaced };
  });
  routes.serve(listCustomerVirtualAccounts, async ({ params }) => {
    const { accountId } = await requireLine(deps.database, { accountId: params.id });
    return readNumbersForStaff(deps, accountId);
  });
  routes.serve(requestForCustomer, async ({ params }) => {
    const { accountId } = await requireLine(deps.database, { accountId: params.id });
    await requestNumbers(deps, { accountId, lineId: null, provider: null, bvn: null, nin: null }, wakeNumbers);
    const message = 'The numbers are asked for.';
    return { success: true as const, message, accounts: await readNumbers(deps, accountId) };
  });
  routes.serve(closeVirtualAccounts, async ({ viewer, params, body }) => {
    const { accountId } = await requireLine(deps.database, { accountId: params.id });
    const closed = await closeNumbers(deps, { accountId, staffId: viewer.user.id, reason: body.reason });
    for (const intake of deps.intakes ?? []) wakeNumbers(intake);
    return { success: true as const, message: 'The numbers are closed.', closed };
  });
}
