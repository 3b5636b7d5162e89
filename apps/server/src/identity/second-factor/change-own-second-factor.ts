import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { requireReached } from '../accounts/require-reached.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import {
  confirmSecondFactor,
  enrolSecondFactor,
  renewRecoveryCodes,
  type SecondFactorDependencies,
  switchOffSecondFactor,
} from './verify-second-factor.ts';

export type OwnSecondFactorDependencies = SecondFactorDependencies & {
  readonly sessions: Pick<Sessions, 'recordSecondFactor'>;
};

/** The console asks staff for theirs, and they cannot do without. */
function requireCustomer({ user }: Viewer): Viewer['user'] {
  if (user.role === 'admin') throw new ApiError('second-factor.staff');
  return user;
}

/** Throws ApiError second-factor.staff, account.unverified, second-factor.enrolled. */
export async function enrolOwnSecondFactor(deps: OwnSecondFactorDependencies, viewer: Viewer) {
  const person = requireCustomer(viewer);
  requireReached(viewer);
  return enrolSecondFactor(deps, person);
}

/**
 * Switches the app on and ends every other session. Returns the recovery codes and the Set-Cookie value
 * of this session. Throws ApiError second-factor.staff and as confirmSecondFactor.
 */
export async function confirmOwnSecondFactor(
  deps: OwnSecondFactorDependencies,
  viewer: Viewer,
  code: string,
  request: FastifyRequest,
): Promise<{ readonly recoveryCodes: string[]; readonly setCookie: string }> {
  const person = requireCustomer(viewer);
  const { recoveryCodes, result } = await confirmSecondFactor(deps, person, code, async (tx) => {
    await deleteSessionsOf(tx, person.id, viewer.sids);
    return deps.sessions.recordSecondFactor(tx, request);
  });
  return { recoveryCodes, setCookie: result };
}

/**
 * Switches the app off and ends every other session. Throws ApiError second-factor.staff and as
 * switchOffSecondFactor.
 */
export async function switchOffOwnSecondFactor(
  deps: OwnSecondFactorDependencies,
  viewer: Viewer,
  code: string,
): Promise<void> {
  const person = requireCustomer(viewer);
  await switchOffSecondFactor(deps, person, code, (tx) => deleteSessionsOf(tx, person.id, viewer.sids));
}

/** Throws ApiError second-factor.staff and as renewRecoveryCodes. */
export async function renewOwnRecoveryCodes(
  deps: OwnSecondFactorDependencies,
  viewer: Viewer,
  code: string,
): Promise<string[]> {
  return renewRecoveryCodes(deps, requireCustomer(viewer), code);
}
