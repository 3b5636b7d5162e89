import * as entries from '@portal/contract/identity/second-factor';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import {
  confirmOwnSecondFactor,
  enrolOwnSecondFactor,
  renewOwnRecoveryCodes,
  switchOffOwnSecondFactor,
} from './change-own-second-factor.ts';
import { completeLogin } from './complete-login.ts';
import { readSecondFactor, type SecondFactorDependencies } from './verify-second-factor.ts';

/** The authenticator app of a customer, who may do without one. */
export function registerSecondFactor(
  routes: Routes,
  deps: SecondFactorDependencies & {
    readonly sessions: Pick<Sessions, 'findAwaiting' | 'startSession' | 'recordSecondFactor'>;
    readonly recorder: Pick<SignInRecorder, 'note'>;
  },
): void {
  routes.serve(
    entries.completeLogin,
    async ({ body, request, reply }) => {
      const { user, setCookie } = await completeLogin(deps, body.code, request);
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Login successful', user };
    },
    { limit: 'sign-in' },
  );

  routes.serve(entries.getOwnSecondFactor, async ({ viewer }) => readSecondFactor(deps, viewer.user.id));

  routes.serve(entries.enrolOwnSecondFactor, async ({ viewer }) => {
    const { secret, uri } = await enrolOwnSecondFactor(deps, viewer);
    return { success: true as const, message: 'Add this to your authenticator app.', secret, uri };
  });

  routes.serve(
    entries.confirmOwnSecondFactor,
    async ({ viewer, body, request, reply }) => {
      const { recoveryCodes, setCookie } = await confirmOwnSecondFactor(deps, viewer, body.code, request);
      reply.header('set-cookie', setCookie);
      return { success: true as const, message: 'Keep these recovery codes in a safe place.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.switchOffSecondFactor,
    async ({ viewer, body }) => {
      await switchOffOwnSecondFactor(deps, viewer, body.code);
      return { success: true as const, message: 'Signing in takes no code any more.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    entries.renewOwnRecoveryCodes,
    async ({ viewer, body }) => {
      const recoveryCodes = await renewOwnRecoveryCodes(deps, viewer, body.code);
      return { success: true as const, message: 'The old recovery codes work no more.', recoveryCodes };
    },
    { limit: 'sign-in' },
  );
}
