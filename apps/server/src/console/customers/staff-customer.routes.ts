import type { CustomerPage } from '@portal/contract/console/customers';
import {
  correctCustomer as correctEntry,
  disableAccount as disableEntry,
  enableAccount as enableEntry,
  getCorrection,
  getCustomer,
  searchCustomers as searchEntry,
} from '@portal/contract/console/customers';
import type { Identity, RecordCustomerView } from '../../identity/index.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type AccountDependencies, disableAccount } from './disable-account.ts';
import { type ReadCorrectionDependencies, readCorrection } from './read-correction.ts';
import { type CustomerDependencies, findCustomers, readCustomer } from './read-customers.ts';

/** Without the lists that this member of staff may not read on their own pages either. */
function onlyAllowed(customer: CustomerPage, viewer: Viewer): CustomerPage {
  return {
    ...customer,
    payments: mayDo(viewer, 'payments:read') ? customer.payments : [],
    tickets: mayDo(viewer, 'tickets:read') ? customer.tickets : [],
    speedTests: mayDo(viewer, 'lines:read') ? customer.speedTests : [],
  };
}

/** Customers as staff see them. */
export function registerStaffCustomer(
  routes: Routes,
  deps: CustomerDependencies &
    AccountDependencies &
    ReadCorrectionDependencies & {
      readonly reports: Reports;
      readonly recordCustomerView: RecordCustomerView;
      readonly correctCustomer: Identity['correctCustomer'];
    },
): void {
  routes.serve(searchEntry, async ({ query, reply }) =>
    deps.reports.read(reply, (database) => findCustomers(database, query, deps.clock())),
  );
  routes.serve(getCustomer, async ({ viewer, params, query }) => {
    const customer = await readCustomer(deps, params.id, query.line);
    await deps.recordCustomerView(viewer.user.id, params.id);
    return onlyAllowed(customer, viewer);
  });

  routes.serve(getCorrection, async ({ params }) => readCorrection(deps, params.id));
  routes.serve(correctEntry, async ({ viewer, params, body, request }) => {
    const order = { userId: params.id, staffId: viewer.user.id, form: body, requestId: request.id };
    const waiting = await deps.correctCustomer(order);
    deps.publishLiveUpdate(params.id, 'account');
    return { ...onlyAllowed(await readCustomer(deps, params.id), viewer), waiting };
  });

  routes.serve(disableEntry, async ({ viewer, params, body }) => {
    await disableAccount(deps, { ...body, staffId: viewer.user.id, userId: params.id, disabled: true });
    return { success: true as const, message: 'The account is disabled and signed out everywhere.' };
  });

  routes.serve(enableEntry, async ({ viewer, params, body }) => {
    await disableAccount(deps, { ...body, staffId: viewer.user.id, userId: params.id, disabled: false });
    return { success: true as const, message: 'The account is open again.' };
  });
}
