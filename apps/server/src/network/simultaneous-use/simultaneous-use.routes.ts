import { getLineLogin, getStaffLineLogin, resetMacLock, resetStaffMacLock } from '@portal/contract/network/line-login';
import {
  dismissSharedLogin as dismissEntry,
  listSharedLogins as listEntry,
} from '@portal/contract/network/shared-logins';
import { requireLine } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type LineLoginDependencies, readLineLogin, resetLogin } from './line-login.ts';
import { dismissSharedLogin, readSharedLogins } from './shared-logins.ts';

/** Which routers may use a line, for customers and staff; logins that may be shared, for staff. */
export function registerSimultaneousUse(routes: Routes, deps: LineLoginDependencies): void {
  const { database, clock } = deps;
  const message = 'The line takes the next router that connects.';

  routes.serve(getLineLogin, async ({ line }) => readLineLogin(database, line.lineId, clock()));

  routes.serve(resetMacLock, async ({ viewer, line }) => {
    const login = await resetLogin(deps, { ...line, actorId: viewer.user.id });
    return { success: true as const, message, login };
  });

  routes.serve(getStaffLineLogin, async ({ params, query }) => {
    const { lineId } = await requireLine(database, { accountId: params.id, lineId: query.line });
    return readLineLogin(database, lineId, clock());
  });

  routes.serve(resetStaffMacLock, async ({ viewer, params, body }) => {
    const line = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const login = await resetLogin(deps, { ...line, actorId: viewer.user.id });
    return { success: true as const, message, login };
  });

  routes.serve(listEntry, async ({ query }) => readSharedLogins(database, query));

  routes.serve(dismissEntry, async ({ viewer, params, body }) => {
    const sharedLogin = await dismissSharedLogin(deps, { ...body, id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The login is off the list.', sharedLogin };
  });
}
