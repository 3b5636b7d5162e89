import {
  disableAccount as disableEntry,
  enableAccount as enableEntry,
  getCustomer,
  searchCustomers as searchEntry,
} from '@portal/contract/console/customers';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { type AccountDependencies, disableAccount } from './disable-account.ts';
import { type CustomerDependencies, findCustomers, readCustomer } from './read-customers.ts';

/** Customers as staff see them. */
export function registerStaffCustomer(
  routes: Routes,
  deps: CustomerDependencies & AccountDependencies & { readonly reports: Reports },
): void {
  routes.serve(searchEntry, async ({ query, reply }) =>
    deps.reports.read(reply, (database) => findCustomers(database, query)),
  );
  routes.serve(getCustomer, async ({ params, query }) => readCustomer(deps, params.id, query.line));

  routes.serve(disableEntry, async ({ viewer, params, body }) => {
    await disableAccount(deps, { ...body, staffId: viewer.user.id, userId: params.id, disabled: true });
    return { success: true as const, message: 'The account is disabled and signed out everywhere.' };
  });

  routes.serve(enableEntry, async ({ viewer, params, body }) => {
    await disableAccount(deps, { ...body, staffId: viewer.user.id, userId: params.id, disabled: false });
    return { success: true as const, message: 'The account is open again.' };
  });
}
