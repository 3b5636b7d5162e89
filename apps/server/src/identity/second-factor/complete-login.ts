import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { SignInOutcome } from '@portal/contract/identity/sign-in-help';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccount } from '../accounts/account.repository.ts';
import { presentUser } from '../accounts/present-user.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import { type SecondFactorDependencies, verifySecondFactor } from './verify-second-factor.ts';

/**
 * Verifies the code of a session that awaits it, and opens another in its place. Throws ApiError
 * session.missing, second-factor.wrong-code, request.too-many.
 */
export async function completeLogin(
  deps: SecondFactorDependencies & {
    readonly sessions: Pick<Sessions, 'findAwaiting' | 'startSession'>;
    readonly recorder: Pick<SignInRecorder, 'note'>;
  },
  code: string,
  request: FastifyRequest,
): Promise<{ readonly user: CurrentUser; readonly setCookie: string }> {
  const awaiting = await deps.sessions.findAwaiting(request);
  const account = awaiting && (await findAccount(deps.database, awaiting.userId));
  if (!account) throw new ApiError('session.missing');
  const { id, passwordHash } = account;
  const opening = { id, passwordHash, device: null, attempts: [], secondFactor: true } as const;
  const note = (outcome: SignInOutcome) =>
    deps.recorder.note({ of: { userId: id }, way: 'password', outcome }, request);
  const { cookie, accountRole } = await verifySecondFactor(deps, account, code, (tx) =>
    deps.sessions.startSession(tx, opening, request),
  ).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'second-factor.wrong-code') note('wrong-code');
    if (error instanceof ApiError && error.code === 'request.too-many') note('code-throttled');
    throw error;
  });
  note('signed-in');
  return { user: presentUser(account, accountRole), setCookie: cookie };
}
