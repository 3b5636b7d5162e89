import {
  endCallBack as endEntry,
  listCallBacks,
  moveCallBack as moveEntry,
  scheduleCallBack as scheduleEntry,
} from '@portal/contract/console/call-backs';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  type CallBackDependencies,
  endCallBack,
  moveCallBack,
  readCallBacks,
  scheduleCallBack,
} from './change-call-backs.ts';

/** Calls that staff have arranged with customers. */
export function registerCallBack(routes: Routes, deps: CallBackDependencies): void {
  routes.serve(listCallBacks, async ({ query }) => readCallBacks(deps.database, deps.clock(), query.customer));

  routes.serve(scheduleEntry, async ({ viewer, params, body }) => {
    const callBack = await scheduleCallBack(deps, { ...body, accountId: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The call is arranged.', callBack };
  });

  routes.serve(moveEntry, async ({ viewer, params, body }) => {
    const callBack = await moveCallBack(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The call is moved.', callBack };
  });

  routes.serve(endEntry, async ({ viewer, params }) => {
    await endCallBack(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The call is done.' };
  });
}
