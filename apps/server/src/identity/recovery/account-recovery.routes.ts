import {
  confirmEmail as confirmEmailEntry,
  confirmPasswordReset as confirmPasswordResetEntry,
  requestEmailVerification as requestEmailVerificationEntry,
  requestPasswordReset as requestPasswordResetEntry,
} from '@portal/contract/identity/recovery';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import { confirmEmail } from '../accounts/confirm-email.ts';
import { requestEmailVerification } from '../accounts/request-email-verification.ts';
import { type ConfirmPasswordResetDeps, confirmPasswordReset } from './confirm-password-reset.ts';
import type { AccountLinks } from './create-account-links.ts';
import { requestPasswordReset } from './request-password-reset.ts';

export type AccountRecoveryDeps = ConfirmPasswordResetDeps & {
  readonly links: AccountLinks;
  readonly publish: Publish;
};

/** Password reset and email verification, both by mailed links. */
export function registerAccountRecovery(routes: Routes, deps: AccountRecoveryDeps): void {
  routes.serve(
    requestPasswordResetEntry,
    async ({ body }) => {
      await requestPasswordReset(deps, body.email);
      const message =
        'If this address has an account, we have sent a link that sets a new password. It works for one hour.';
      return { success: true as const, message };
    },
    { limit: 'sign-in' },
  );

  routes.serve(
    confirmPasswordResetEntry,
    async ({ body, request, reply }) => {
      reply.header('set-cookie', await confirmPasswordReset(deps, body, request));
      return { success: true as const, message: 'Your new password is set. Sign in with it.' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(requestEmailVerificationEntry, async ({ viewer }) => {
    await requestEmailVerification(deps, viewer);
    return { success: true as const, message: `We have sent a link to ${viewer.user.email}.` };
  });

  routes.serve(confirmEmailEntry, async ({ body }) => {
    await confirmEmail(deps, body.token);
    return { success: true as const, message: 'Your email address is verified.' };
  });
}
