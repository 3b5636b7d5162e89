import {
  getAutoPay,
  removePaymentMethod,
  setUpAutoPay as setUpEntry,
  stopAutoPay as stopEntry,
} from '@portal/contract/billing/auto-pay';
import { listPaymentMethods as listMethodsEntry } from '@portal/contract/billing/payments';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listPaymentMethods } from '../saved-cards/list-payment-methods.ts';
import { readAutoPay } from './read-auto-pay.ts';
import { setUpAutoPay } from './set-up-auto-pay.ts';
import { removeCard, stopAutoPay } from './stop-auto-pay.ts';

/** Saved cards, and renewals that are charged to them. */
export function registerAutoPay(routes: Routes, deps: BillingDependencies): void {
  const read = (userId: number) => readAutoPay(deps, deps.database, userId);

  routes.serve(listMethodsEntry, async ({ viewer }) => listPaymentMethods(deps, viewer.account.id));

  routes.serve(getAutoPay, async ({ viewer }) => read(viewer.account.id));

  routes.serve(setUpEntry, async ({ viewer, body }) => {
    const userId = viewer.account.id;
    await setUpAutoPay(deps, { userId, cardId: body.card });
    return { success: true as const, message: 'Auto-Pay is on', autoPay: await read(userId) };
  });

  routes.serve(stopEntry, async ({ viewer }) => {
    const userId = viewer.account.id;
    await stopAutoPay(deps, userId);
    return { success: true as const, message: 'Auto-Pay is off', autoPay: await read(userId) };
  });

  routes.serve(removePaymentMethod, async ({ viewer, params }) => {
    await removeCard(deps, { userId: viewer.account.id, id: params.id });
    return { success: true as const, message: 'Payment method removed' };
  });
}
