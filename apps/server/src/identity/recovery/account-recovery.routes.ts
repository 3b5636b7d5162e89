import {
  confirmEmail as confirmEmailEntry,
  confirmPasswordReset as confirmPasswordResetEntry,
  reportNotMe as reportNotMeEntry,
  requestEmailVerification as requestEmailVerificationEntry,
  requestPasswordReset as requestPasswordResetEntry,
} from '@portal/contract/identity/recovery';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { confirmEmail } from '../accounts/confirm-email.ts';
import { requestEmailVerification } from '../accounts/request-email-verification.ts';
import { type ConfirmPasswordResetDeps, confirmPasswordReset } from './confirm-password-reset.ts';
import { type ReportNotMeDeps, reportNotMe } from './report-not-me.ts';
import { type RequestByTextDeps, requestPasswordReset, requestPasswordResetByText } from './request-password-reset.ts';

export type AccountRecoveryDeps = ConfirmPasswordResetDeps & ReportNotMeDeps & RequestByTextDeps;

/** What a person sees who has said that it was not them; the mail is the way back for most. */
const WAYS_BACK = {
  mail: 'Everybody is signed out. Open the mail that we have just sent you, and set a new password.',
  text: 'Everybody is signed out. Open the text message that we have just sent you, and set a new password.',
  directory: 'Everybody is signed out. Tell the people of your company’s directory, then sign in there.',
  support: 'Everybody is signed out, and the account is closed. Call us, and we open it again with you.',
} as const;

const MAILED = 'If this address has an account, we have sent a link that sets a new password. It works for one hour.';
const TEXTED =
  'If an account has verified this number, we have texted it a link that sets a new password. It works for ten minutes.';

/** Password reset, email verification and "It was not me", all by mailed links. */
export function registerAccountRecovery(routes: Routes, deps: AccountRecoveryDeps): void {
  routes.serve(
    requestPasswordResetEntry,
    async ({ body, request }) => {
      const { email, phone } = body;
      if (email !== undefined) await requestPasswordReset(deps, email);
      if (phone !== undefined) await requestPasswordResetByText(deps, { phone, address: request.ip });
      return { success: true as const, message: phone === undefined ? MAILED : TEXTED };
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

  routes.serve(
    reportNotMeEntry,
    async ({ body }) => {
      const next = await reportNotMe(deps, body.token);
      return { success: true as const, message: WAYS_BACK[next], next };
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
