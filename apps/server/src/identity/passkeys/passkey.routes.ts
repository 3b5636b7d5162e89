import * as entries from '@portal/contract/identity/passkeys';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { SessionCookie } from '../../platform/http/session-cookie.ts';
import { findAccount } from '../accounts/account.repository.ts';
import { presentUser } from '../accounts/present-user.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import {
  addPasskey,
  type ChangePasskeysDependencies,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestNewPasskey,
  requestPasskeyProof,
} from './change-passkeys.ts';
import { createChallengeCookie, newChallenge } from './create-challenges.ts';
import { keepChallenge } from './passkey.repository.ts';
import { verifyPasskey } from './verify-passkey.ts';

/** Passkeys: to keep, to name, to remove, and to sign in with. */
export function registerPasskeys(
  routes: Routes,
  deps: ChangePasskeysDependencies & {
    readonly cookie: SessionCookie;
    readonly deviceCookie: Pick<DeviceCookie, 'deviceOf' | 'issue'>;
    readonly sessions: Pick<Sessions, 'startSession'>;
  },
): void {
  const challengeCookie = createChallengeCookie(deps);

  routes.serve(entries.listPasskeys, async ({ viewer }) => listPasskeys(deps, viewer));

  routes.serve(entries.requestNewPasskey, async ({ viewer }) => {
    const options = await requestNewPasskey(deps, viewer);
    return { success: true as const, message: 'Make the passkey within five minutes.', options };
  });

  routes.serve(entries.addPasskey, async ({ viewer, body }) => {
    const passkey = await addPasskey(deps, viewer, body);
    return { success: true as const, message: 'You can sign in with this passkey now.', passkey };
  });

  routes.serve(entries.renamePasskey, async ({ viewer, params, body }) => {
    const passkey = await renamePasskey(deps, viewer, { ...params, ...body });
    return { success: true as const, message: 'The passkey has another name now.', passkey };
  });

  routes.serve(entries.removePasskey, async ({ viewer, params }) => {
    await removePasskey(deps, viewer, params.id);
    return { success: true as const, message: 'The passkey is removed.' };
  });

  routes.serve(entries.requestPasskeyProof, async ({ viewer }) => {
    const options = await requestPasskeyProof(deps, viewer);
    return { success: true as const, message: 'Use your passkey within five minutes.', options };
  });

  routes.serve(
    entries.requestPasskeyLogin,
    async ({ reply }) => {
      const { holder, setCookie } = challengeCookie.begin();
      const challenge = newChallenge(deps.randomBytes);
      await keepChallenge(deps.database, holder, { challenge, userHandle: null });
      reply.header('set-cookie', setCookie);
      const options = deps.webAuthn.requestOptions(challenge, []);
      return { success: true as const, message: 'Use your passkey within five minutes.', options };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.logInWithPasskey,
    async ({ body, request, reply }) => {
      const holder = challengeCookie.holder(request);
      if (holder === null) throw new ApiError('passkey.expired');
      const userId = await verifyPasskey(deps, { holder, userId: null, credential: body.credential });
      const account = await findAccount(deps.database, userId);
      if (account === null || account.disabled) throw new ApiError('passkey.refused');
      const device = deps.deviceCookie.deviceOf(request);
      const opening = {
        id: userId,
        passwordHash: account.passwordHash,
        device,
        attempts: [],
        secondFactor: true,
      } as const;
      const { cookie, accountRole } = await deps.sessions.startSession(deps.database, opening, request);
      const known = deps.deviceCookie.issue(account.emailKey, device);
      reply.header('set-cookie', [cookie, known, challengeCookie.end()]);
      return { success: true as const, message: 'Login successful', user: presentUser(account, accountRole) };
    },
    { limit: 'sign-in' },
  );
}
