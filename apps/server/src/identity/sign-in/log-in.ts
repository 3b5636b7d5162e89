import type { CurrentUser, LoginForm } from '@portal/contract/identity/accounts';
import type { SignInOutcome } from '@portal/contract/identity/sign-in-help';
import { addressOfPhone } from '@portal/kernel/messaging/mail';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import type { OnSharedConnection } from '../../platform/database/shared-connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { emailKey } from '../accounts/account.policy.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { presentUser } from '../accounts/present-user.ts';
import { nigerianMobile } from '../phone-verification/phone-verification.policy.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { NotedSignIn, SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import type { DeviceCookie } from './create-device-cookie.ts';
import type { Passwords } from './create-passwords.ts';
import { type CountedAttempt, type SignInThrottle, ThrottledAttempt } from './create-sign-in-throttle.ts';
import { findSignedInAs, leadsTo } from './merged-account.repository.ts';
import { type NewDeviceDeps, reportNewDevice } from './report-new-device.ts';

export type LogInDeps = NewDeviceDeps & {
  readonly database: Database;
  readonly onSharedConnection: OnSharedConnection;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'startSession'>;
  readonly deviceCookie: DeviceCookie;
  readonly throttle: SignInThrottle;
  readonly recorder: Pick<SignInRecorder, 'note'>;
};

export type SignedIn = { readonly user: CurrentUser; readonly setCookies: string[] };

/** The address of who signs in with a number, since they have no mailbox; one of nobody for what is neither. */
function addressOf(signInName: string): string {
  const phone = signInName.includes('@') ? null : nigerianMobile(signInName);
  return phone === null ? signInName : addressOfPhone(phone);
}

/** Who has verified neither mailbox nor number may not have chosen a password yet. */
function wrongPassword({ emailVerifiedAt, phoneVerifiedAt }: AccountRow): SignInOutcome {
  return emailVerifiedAt === null && phoneVerifiedAt === null ? 'unverified' : 'wrong-password';
}

/**
 * Verifies the password and opens a session with a new token, which may await the second factor.
 * Unknown and disabled accounts and wrong passwords cause the same work and the same answer (threats
 * A1, A2). A device that the account has not used before is reported to its owner by mail. Whoever signs in to
 * an account that has become a part of another acts for that one, whose second factor counts. How it ended is
 * noted for who looks after the customer. Throws ApiError
 * account.bad-credentials, request.too-many, service.unavailable.
 */
export async function logIn(
  deps: LogInDeps,
  form: LoginForm,
  request: FastifyRequest,
): Promise<SignedIn & { readonly awaitsSecondFactor: boolean }> {
  const key = emailKey(addressOf(form.email));
  const noteOf = (
    of: NotedSignIn['of'],
    { key: throttleKey, isKnown }: CountedAttempt['source'],
    outcome: SignInOutcome,
  ) => deps.recorder.note({ of, way: 'password', outcome, knownDevice: isKnown, throttleKey }, request);
  return deps.passwords.withPlace(async () => {
    const attempt = await deps.throttle(key, request).catch((error: unknown) => {
      if (error instanceof ThrottledAttempt) noteOf({ emailKey: key }, error.source, 'throttled');
      throw error;
    });
    const { account, source, withdraw } = attempt;
    const matches = await deps.passwords.verify(account?.passwordHash ?? null, form.password);
    const person = account !== null && matches ? await findSignedInAs(deps.database, account) : null;
    if (account === null || person === null) {
      if (account !== null) noteOf({ userId: account.id }, source, matches ? 'disabled' : wrongPassword(account));
      throw new ApiError('account.bad-credentials');
    }
    const device = deps.deviceCookie.deviceOf(request);
    const opening = { id: person.id, passwordHash: person.passwordHash, device, attempts: withdraw() };
    const { cookie, accountRole, awaitsSecondFactor, isNewDevice } = await deps.onSharedConnection((connection) =>
      deps.sessions.startSession(connection, opening, request),
    );
    // The two may have been taken apart meanwhile: nobody gets the answer, and so the cookie.
    if (!(await leadsTo(deps.database, account, person))) throw new ApiError('account.bad-credentials');
    if (isNewDevice) await deps.database.transaction((tx) => reportNewDevice(deps, tx, person, device, request));
    noteOf({ userId: person.id }, source, awaitsSecondFactor ? 'awaits-code' : 'signed-in');
    const setCookies = [cookie, deps.deviceCookie.issue(key, device)];
    return { user: presentUser(person, accountRole), setCookies, awaitsSecondFactor };
  });
}
