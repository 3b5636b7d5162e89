import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { CredentialProof } from '@portal/contract/identity/passkeys';
import type { SignInOutcome } from '@portal/contract/identity/sign-in-help';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccount } from '../accounts/account.repository.ts';
import { presentUser } from '../accounts/present-user.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import type { SignedIn } from '../sign-in/log-in.ts';
import { findSignedInAs, leadsTo } from '../sign-in/merged-account.repository.ts';
import { type NewDeviceDeps, reportNewDevice } from '../sign-in/report-new-device.ts';
import type { SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import type { ChangePasskeysDependencies } from './change-passkeys.ts';
import { type ChallengeCookie, newChallenge } from './create-challenges.ts';
import { keepChallenge } from './passkey.repository.ts';
import { verifyPasskey } from './verify-passkey.ts';

export type LogInWithPasskeyDependencies = ChangePasskeysDependencies &
  NewDeviceDeps & {
    readonly challengeCookie: ChallengeCookie;
    readonly deviceCookie: Pick<DeviceCookie, 'deviceOf' | 'issue'>;
    readonly sessions: Pick<Sessions, 'startSession'>;
    readonly recorder: Pick<SignInRecorder, 'note'>;
  };

/** What a browser needs to sign in with a passkey, and the Set-Cookie value that binds it to that browser. */
export async function requestPasskeyLogin(deps: LogInWithPasskeyDependencies) {
  const { holder, setCookie } = deps.challengeCookie.begin();
  const challenge = newChallenge(deps.randomBytes);
  await keepChallenge(deps.database, holder, { challenge, userHandle: null });
  return { options: deps.webAuthn.requestOptions(challenge, []), setCookie };
}

/**
 * Opens a session in which both factors are verified; a device that the account has not used before is
 * reported to its owner by mail. Throws ApiError passkey.expired, passkey.refused
 * (also for a disabled account), passkey.cloned.
 */
export async function logInWithPasskey(
  deps: LogInWithPasskeyDependencies,
  credential: CredentialProof,
  request: FastifyRequest,
): Promise<SignedIn> {
  const { deviceCookie, challengeCookie } = deps;
  const holder = challengeCookie.holder(request);
  if (holder === null) throw new ApiError('passkey.expired');
  let saidOwner: number | null = null;
  const note = (of: number, outcome: SignInOutcome) =>
    deps.recorder.note({ of: { userId: of }, way: 'passkey', outcome }, request);
  const onOwner = (of: number): void => {
    saidOwner = of;
  };
  const userId = await verifyPasskey(deps, { holder, userId: null, credential, onOwner }).catch((error: unknown) => {
    if (error instanceof ApiError && saidOwner !== null) note(saidOwner, 'passkey-refused');
    throw error;
  });
  const owner = await findAccount(deps.database, userId);
  const account = owner && (await findSignedInAs(deps.database, owner));
  if (owner === null || account === null) {
    note(userId, 'disabled');
    throw new ApiError('passkey.refused');
  }
  const device = deviceCookie.deviceOf(request);
  const proven = { id: account.id, passwordHash: account.passwordHash, secondFactor: true } as const;
  const { cookie, accountRole, isNewDevice } = await deps.sessions.startSession(
    deps.database,
    { ...proven, device, attempts: [] },
    request,
  );
  if (!(await leadsTo(deps.database, owner, account))) throw new ApiError('passkey.refused');
  if (isNewDevice) await deps.database.transaction((tx) => reportNewDevice(deps, tx, account, device, request));
  note(account.id, 'signed-in');
  const user: CurrentUser = presentUser(account, accountRole);
  return { user, setCookies: [cookie, deviceCookie.issue(owner.emailKey, device), challengeCookie.end()] };
}
