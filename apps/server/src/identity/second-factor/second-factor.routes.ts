import * as entries from '@portal/contract/identity/second-factor';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { findAccount } from '../accounts/account.repository.ts';
import { presentUser } from '../accounts/present-user.ts';
import { requireReached } from '../accounts/require-reached.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorDependencies,
  switchOffSecondFactor,
  verifySecondFactor,
} from './verify-second-factor.ts';

/** The console asks staff for theirs, and they cannot do without. */
function requireCustomer({ user }: Viewer): Viewer['user'] {
  if (user.role === 'admin') throw new ApiError('second-factor.staff');
  return user;
}

/** The authenticator app of a customer, who may do without one. */
export function registerSecondFactor(
  routes: Routes,
  deps: SecondFactorDependencies & {
    readonly sessions: Pick<Sessions, 'findAwaiting' | 'startSession' | 'recordSecondFactor'>;
  },
): void {
  const { sessions, database } = deps;

  routes.serve(
    entries.completeLogin,
    async ({ body, request, reply }) => {
      const awaiting = await sessions.findAwaiting(request);
      const account = awaiting && (await findAccount(database, awaiting.userId));
      if (!account) throw new ApiError('session.missing');
      const { id, passwordHash } = account;
      const opening = { id, passwordHash, device: null, attempts: [], secondFactor: true } as const;
      const { cookie, accountRole } = await verifySecondFactor(deps, account, body.code, (tx) =>
        sessions.startSession(tx, opening, request),
      );
      reply.header('set-cookie', cookie);
      return { success: true as const, message: 'Login successful', user: presentUser(account, accountRole) };
    },
    { limit: 'sign-in' },
  );

  routes.serve(entries.getOwnSecondFactor, async ({ viewer }) => readSecondFactor(deps, viewer.user.id));

  routes.serve(entries.enrolOwnSecondFactor, async ({ viewer }) => {
    const person = requireCustomer(viewer);
    requireReached(viewer);
    const { secret, uri } = await enrolSecondFactor(deps, person);
    return { success: true as const, message: 'Add this to your authenticator app.', secret, uri };
  });

  routes.serve(
    entries.confirmOwnSecondFactor,
    async ({ viewer, body, request, reply }) => {
      const person = requireCustomer(viewer);
      const { recoveryCodes, result } = await confirmSecondFactor(deps, person, body.code, async (tx) => {
        await deleteSessionsOf(tx, person.id, viewer.sids);
        return sessions.recordSecondFactor(tx, request);
      });
      reply.header('set-cookie', result);
      return { success: true as const, message: 'Keep these recovery codes in a safe place.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.switchOffSecondFactor,
    async ({ viewer, body }) => {
      const person = requireCustomer(viewer);
      await switchOffSecondFactor(deps, person, body.code, (tx) => deleteSessionsOf(tx, person.id, viewer.sids));
      return { success: true as const, message: 'Signing in takes no code any more.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.renewOwnRecoveryCodes,
    async ({ viewer, body }) => {
      const recoveryCodes = await renewRecoveryCodes(deps, requireCustomer(viewer), body.code);
      return { success: true as const, message: 'The old recovery codes work no more.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );
}
