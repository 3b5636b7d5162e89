import * as contract from '@portal/contract/identity/privacy';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import type { SignInThrottle } from '../sign-in/create-sign-in-throttle.ts';
import { verifyPassword } from '../sign-in/verify-password.ts';
import { readPrivacy } from './read-privacy.ts';
import { type DeletionDependencies, requestDeletion, withdrawDeletion } from './request-deletion.ts';
import { openExport, requestExport } from './request-export.ts';
import type { ExportDependencies } from './write-exports.ts';

export type PrivacyDependencies = DeletionDependencies &
  Pick<ExportDependencies, 'folder'> & {
    readonly passwords: Passwords;
    readonly throttle: SignInThrottle;
    /** Has waiting exports written soon. */
    readonly wakeExports: () => void;
    /** Has the open pages of a person refetch their account. */
    readonly publishChange: (id: number) => void;
  };

const MEDIA_TYPES = { 'data.json': 'application/json; charset=utf-8', 'page.html': 'text/html; charset=utf-8' };

/** What is held about a person, a copy of it, and their deletion (NDPA 2023, sections 34, 36 and 38). */
export function registerPrivacy(routes: Routes, deps: PrivacyDependencies): void {
  routes.serve(contract.getPrivacy, async ({ viewer }) => readPrivacy(deps, viewer.user.id));

  routes.serve(contract.requestExport, async ({ viewer }) => {
    const requested = await requestExport(deps, viewer.user.id);
    deps.wakeExports();
    return { success: true as const, message: 'We are making your copy.', export: requested };
  });

  routes.serve(contract.downloadExport, async ({ viewer, params, reply }) => {
    const { bytes, sizeBytes } = await openExport(deps, viewer.user.id, params);
    return reply
      .header('content-type', MEDIA_TYPES[params.file])
      .header('content-length', String(sizeBytes))
      .header('content-disposition', `attachment; filename="my-${params.file}"`)
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      )
      .header('x-content-type-options', 'nosniff')
      .send(bytes);
  });

  routes.serve(
    contract.requestDeletion,
    async ({ viewer, body, request }) => {
      const { attempt } = await deps.passwords.withPlace(() =>
        verifyPassword(deps, viewer, body.currentPassword, request),
      );
      const deletion = await requestDeletion(deps, viewer.user.id);
      await deps.database.transaction((tx) => attempt.forget(tx));
      deps.publishChange(viewer.user.id);
      return { success: true as const, message: 'Your account will be deleted.', deletion };
    },
    { limit: 'sign-in' },
  );

  routes.serve(contract.withdrawDeletion, async ({ viewer }) => {
    await withdrawDeletion(deps, viewer.user.id);
    deps.publishChange(viewer.user.id);
    return { success: true as const, message: 'Your account stays.' };
  });
}
