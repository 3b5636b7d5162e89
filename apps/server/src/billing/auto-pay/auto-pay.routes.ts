import {
  getAutoPay,
  removePaymentMethod,
  setUpAutoPay as setUpEntry,
  stopAutoPay as stopEntry,
} from '@portal/contract/billing/payments/auto-pay';
import { listPaymentMethods as listMethodsEntry } from '@portal/contract/billing/payments/payments';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listPaymentMethods } from '../saved-cards/list-payment-methods.ts';
import { readAutoPay } from './read-auto-pay.ts';
import { setUpAutoPay } from './set-up-auto-pay.ts';
import { removeCard, stopAutoPay } from './stop-auto-pay.ts';

/** Saved cards, and renewals that are charged to them. */
export function registerAutoPay(routes: Routes, deps: BillingDependencies): void {
  const read = (line: Line) => readAutoPay(deps, deps.database, line);

  routes.serve(listMethodsEntry, async ({ viewer }) => listPaymentMethods(deps, viewer.account.id));

  routes.serve(getAutoPay, async ({ line }) => read(line));

  routes.serve(setUpEntry, async ({ line, body }) => {
    await setUpAutoPay(deps, { ...line, cardId: body.card });
    return { success: true as const, message: 'Auto-Pay is on', autoPay: await read(line) };
  });

  routes.serve(stopEntry, async ({ line }) => {
    await stopAutoPay(deps, line);
    return { success: true as const, message: 'Auto-Pay is off', autoPay: await read(line) };
  });

  routes.serve(removePaymentMethod, async ({ viewer, params }) => {
    await removeCard(deps, { userId: viewer.account.id, id: params.id });
    return { success: true as const, message: 'Payment method removed' };
  });
}
