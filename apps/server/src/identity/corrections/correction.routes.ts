import {
  confirmContactChange as confirmEntry,
  listContactChanges as listEntry,
  withdrawContactChange as withdrawEntry,
} from '@portal/contract/identity/corrections';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { confirmContactChange } from './confirm-contact-change.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { withdrawContactChange } from './end-contact-changes.ts';
import { listContactChanges } from './read-contact-changes.ts';

const COUNTS = {
  mailbox: 'This is your email address now. Sign in with it.',
  phone: 'This is your telephone number now.',
} as const;

/** New mailboxes and numbers that staff have entered, and the page that their links open. */
export function registerCorrections(routes: Routes, deps: CorrectionDependencies): void {
  routes.serve(listEntry, async ({ viewer, params }) =>
    listContactChanges(deps.database, params.id, mayDo(viewer, 'customers:correct')),
  );
  routes.serve(withdrawEntry, async ({ viewer, params }) => {
    await withdrawContactChange(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'It is withdrawn. Nothing has changed.' };
  });
  routes.serve(
    confirmEntry,
    async ({ body }) => {
      const what = await confirmContactChange(deps, body.token);
      return { success: true as const, message: COUNTS[what], what };
    },
    { limit: 'sign-in' },
  );
}
