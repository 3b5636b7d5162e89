import {
  cancelMandate as cancelEntry,
  checkMandate as checkEntry,
  listMandateBanks as listBanksEntry,
  listMandates as listEntry,
  setUpMandate as setUpEntry,
} from '@portal/contract/billing/payments/mandates';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { cancelMandate } from './cancel-mandate.ts';
import { checkOwnMandate } from './check-own-mandate.ts';
import { createListMandateBanks } from './list-mandate-banks.ts';
import { presentMandate, readMandates } from './read-mandates.ts';
import { setUpMandate } from './set-up-mandate.ts';

/** Bank mandates. `wake` has those that are due checked soon. */
export function registerMandate(routes: Routes, deps: BillingDependencies, wake: () => void): void {
  const listBanks = createListMandateBanks(deps);

  routes.serve(listEntry, async ({ viewer }) => readMandates(deps, viewer.account.id));

  routes.serve(listBanksEntry, async () => listBanks());

  routes.serve(setUpEntry, async ({ line, body: { account = null } }) => {
    // A name for a list that is away: the gateway decides whether it knows the code.
    const banks = account && (await listBanks().catch(() => []));
    const bankName = banks?.find(({ code }) => code === account?.bankCode)?.name ?? null;
    const { mandate, approvalUrl } = await setUpMandate(deps, {
      ...line,
      account: account && { ...account, bankName },
    });
    return {
      success: true as const,
      message: 'Approve the mandate with your bank',
      mandate: presentMandate(mandate),
      approvalUrl,
    };
  });

  routes.serve(checkEntry, async ({ viewer, params: { id } }) =>
    presentMandate(await checkOwnMandate(deps, { userId: viewer.account.id, id })),
  );

  routes.serve(cancelEntry, async ({ viewer, params: { id } }) => {
    await cancelMandate(deps, { userId: viewer.account.id, id });
    wake();
    return { success: true as const, message: 'Your mandate is cancelled' };
  });
}
