import { listPaymentPromises, makePaymentPromise } from '@portal/contract/billing/payment-promises';
import {
  listPaymentPromisesOfCustomer,
  makePaymentPromiseForCustomer,
  withdrawPaymentPromise,
} from '@portal/contract/billing/staff-payment-promises';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { requireLine } from '../lines/require-line.ts';
import { makePromise } from './make-promise.ts';
import { promiseDaysOf } from './payment-promise.policy.ts';
import {
  type PromiseDependencies,
  presentPromise,
  presentStaffPromise,
  readOwnPromises,
  readPromise,
  readPromisesForStaff,
} from './read-promises.ts';
import { withdrawPromise } from './withdraw-promise.ts';

/** Promises to pay, by customers and by staff. */
export function registerPaymentPromise(routes: Routes, deps: PromiseDependencies): void {
  const { database, paymentTime } = deps;

  routes.serve(listPaymentPromises, async ({ line }) => readOwnPromises(deps, line));

  routes.serve(makePaymentPromise, async ({ line, body }) => {
    const promiser = { by: 'customer' as const, days: paymentTime().customerPromiseDays };
    const id = await makePromise(deps, { ...line, until: body.until, promiser, staffId: null });
    const promise = presentPromise(await readPromise(database, id));
    return { success: true as const, message: 'Your line stays on until the end of that day.', promise };
  });

  routes.serve(listPaymentPromisesOfCustomer, async ({ viewer, params, query }) => {
    const line = await requireLine(database, { accountId: params.id, lineId: query.line });
    return readPromisesForStaff(deps, line, promiseDaysOf(viewer.staff?.roles ?? [], paymentTime()));
  });

  routes.serve(makePaymentPromiseForCustomer, async ({ viewer, params, body }) => {
    const line = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const promiser = { by: 'staff' as const, days: promiseDaysOf(viewer.staff?.roles ?? [], paymentTime()) };
    const id = await makePromise(deps, { ...line, until: body.until, promiser, staffId: viewer.user.id });
    const promise = presentStaffPromise(await readPromise(database, id));
    return { success: true as const, message: 'The promise is recorded. The customer is told.', promise };
  });

  routes.serve(withdrawPaymentPromise, async ({ viewer, params, body }) => {
    await withdrawPromise(deps, { id: params.id, staffId: viewer.user.id, reason: body.reason });
    const promise = presentStaffPromise(await readPromise(database, params.id));
    return { success: true as const, message: 'The promise is withdrawn. The customer is told.', promise };
  });
}
