import { changeLineOfCustomer, openLineForCustomer as openEntry } from '@portal/contract/billing/staff-lines';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { changeCustomersLine, openLineForCustomer } from './change-customers-line.ts';

/** Lines as staff add and name them for customers. */
export function registerStaffLines(routes: Routes, deps: BillingDependencies): void {
  routes.serve(openEntry, async ({ viewer, params, body: { label, planId, place = '' } }) => {
    const order = { accountId: params.id, label, planId, place: place === '' ? null : place };
    const line = await openLineForCustomer(deps, { ...order, staffId: viewer.user.id });
    return {
      success: true as const,
      message: 'The line is added. It is connected once its first month is paid.',
      line,
    };
  });

  routes.serve(changeLineOfCustomer, async ({ viewer, params, body: { label, place } }) => {
    const order = { id: params.id, label, place: place === '' ? null : place, staffId: viewer.user.id };
    return {
      success: true as const,
      message: 'The line is changed. The customer is told.',
      line: await changeCustomersLine(deps, order),
    };
  });
}
