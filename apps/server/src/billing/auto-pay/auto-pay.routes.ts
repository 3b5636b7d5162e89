import {
  getAutoPay,
  removePaymentMethod as removeEntry,
  setUpAutoPay as setUpEntry,
  stopAutoPay as stopEntry,
} from '@portal/contract/billing/payments/auto-pay';
import {
  pausePaymentMethod as pauseEntry,
  setAutoPayPreferences as preferencesEntry,
} from '@portal/contract/billing/payments/auto-pay-preferences';
import { listPaymentMethods as listMethodsEntry } from '@portal/contract/billing/payments/payments';
import { LAST_WORKING_DAY } from '@portal/kernel/billing/auto-pay';
import type { Line } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listPaymentMethods } from '../saved-cards/list-payment-methods.ts';
import { pausePaymentMethod } from './pause-payment-method.ts';
import { readAutoPay } from './read-auto-pay.ts';
import { removePaymentMethod } from './remove-payment-method.ts';
import { setAutoPayPreferences } from './set-auto-pay-preferences.ts';
import { setUpAutoPay } from './set-up-auto-pay.ts';
import { stopAutoPay } from './stop-auto-pay.ts';

/** Saved cards and bank accounts, and renewals that are charged to them. */
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

  routes.serve(preferencesEntry, async ({ line, body }) => {
    const salaryDay = body.salaryDay === 'last-working-day' ? LAST_WORKING_DAY : body.salaryDay;
    await setAutoPayPreferences(deps, { ...line, chargeFirst: body.chargeFirst, salaryDay });
    return { success: true as const, message: 'Saved', autoPay: await read(line) };
  });

  routes.serve(pauseEntry, async ({ line, viewer, params, body: { isPaused } }) => {
    await pausePaymentMethod(deps, { userId: viewer.account.id, id: params.id, isPaused });
    const message = isPaused ? 'Paused: it is not charged until you resume it' : 'It is charged again';
    return { success: true as const, message, autoPay: await read(line) };
  });

  routes.serve(removeEntry, async ({ viewer, params }) => {
    await removePaymentMethod(deps, { userId: viewer.account.id, id: params.id });
    return { success: true as const, message: 'Payment method removed' };
  });
}
