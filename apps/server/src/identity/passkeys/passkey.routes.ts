import * as entries from '@portal/contract/identity/passkeys';
import type { SessionCookie } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestNewPasskey,
  requestPasskeyProof,
} from './change-passkeys.ts';
import { createChallengeCookie } from './create-challenges.ts';
import { type LogInWithPasskeyDependencies, logInWithPasskey, requestPasskeyLogin } from './log-in-with-passkey.ts';

/** Passkeys: to keep, to name, to remove, and to sign in with. */
export function registerPasskeys(
  routes: Routes,
  deps: Omit<LogInWithPasskeyDependencies, 'challengeCookie'> & { readonly cookie: SessionCookie },
): void {
  const logIn = { ...deps, challengeCookie: createChallengeCookie(deps) };

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
      const { options, setCookie } = await requestPasskeyLogin(logIn);
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Use your passkey within five minutes.', options };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.logInWithPasskey,
    async ({ body, request, reply }) => {
      const { user, setCookies } = await logInWithPasskey(logIn, body.credential, request);
      reply.header('set-cookie', setCookies);
      return { success: true as const, message: 'Login successful', user };
    },
    { limit: 'sign-in' },
  );
}
