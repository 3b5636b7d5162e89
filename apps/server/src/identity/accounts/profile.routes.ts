import {
  changePassword as changePasswordEntry,
  endSession,
  listSessions as listSessionsEntry,
  updateProfile as updateProfileEntry,
} from '@portal/contract/identity/profile';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { requireFreshProof, type Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type ChangePasswordDeps, changePassword } from '../recovery/change-password.ts';
import { endSessions, OTHERS } from '../sessions/end-sessions.ts';
import { listSessions, type SessionListDeps } from '../sessions/list-sessions.ts';
import { type UpdateProfileDeps, updateProfile } from './update-profile.ts';

export type ProfileDeps = UpdateProfileDeps & ChangePasswordDeps & SessionListDeps;

/** What stays stored for who has no mailbox. Throws ApiError request.invalid where there is one to lose. */
function storedAddress({ user: { email } }: Viewer): string {
  if (!hasMailbox(email)) return email;
  const message = 'Invalid email address';
  throw new ApiError('request.invalid', { message, errors: { email: message } });
}

/**
 * Account Settings: name, address, password, and active sessions (specification sections 2, 7 and
 * 8).
 */
export function registerProfile(routes: Routes, deps: ProfileDeps): void {
  routes.serve(updateProfileEntry, async ({ body: typed, viewer, request, reply }) => {
    const body = { ...typed, email: typed.email || storedAddress(viewer) };
    // The password in the form is a customer's proof; of staff it is half of one.
    if (viewer.staff && body.email !== viewer.user.email) requireFreshProof(viewer);
    const { user, setCookies } = await updateProfile(deps, viewer, body, request);
    reply.header('set-cookie', setCookies);
    const moved = user.email !== viewer.user.email;
    const message = moved ? `Profile updated. Open the link that we have sent to ${user.email}.` : 'Profile updated';
    return { success: true as const, message, user };
  });

  routes.serve(
    changePasswordEntry,
    async ({ body, viewer, request, reply }) => {
      if (viewer.staff) requireFreshProof(viewer);
      reply.header('set-cookie', await changePassword(deps, viewer, body, request));
      return { success: true as const, message: 'Password changed' };
    },
    { limit: 'sign-in' },
  );

  routes.serve(listSessionsEntry, async ({ viewer }) => listSessions(deps, viewer));

  routes.serve(endSession, async ({ params, viewer, request }) => {
    await endSessions(deps, viewer, params.id, deps.deviceCookie.deviceOf(request));
    const message = params.id === OTHERS ? 'Every other device is signed out.' : 'That device is signed out.';
    return { success: true as const, message };
  });
}
