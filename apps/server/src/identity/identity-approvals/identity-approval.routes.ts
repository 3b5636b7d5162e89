import {
  decideIdentityApproval as decideEntry,
  listIdentityApprovals as listEntry,
} from '@portal/contract/identity/identity-approvals';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { mayDo, type ViewerStaff } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { IdentityApprovals } from './create-identity-approvals.ts';
import { listIdentityApprovals, readIdentityApproval } from './read-identity-approvals.ts';

const MESSAGES = {
  confirmed: 'It is confirmed, and done.',
  refused: 'It is refused. Nothing has changed, and the customer is told.',
  withdrawn: 'It is withdrawn. Nothing has changed.',
} as const;

/** What needs two members of staff, on the screen of the second. */
export function registerIdentityApprovals(
  routes: Routes,
  deps: { readonly database: Database; readonly clock: Clock; readonly approvals: IdentityApprovals },
): void {
  const reading = (viewer: { readonly staff: ViewerStaff | null }) => ({
    now: deps.clock(),
    seesContacts: mayDo(viewer, 'customers:correct') || mayDo(viewer, 'customers:confirm'),
  });

  routes.serve(listEntry, async ({ viewer, query }) =>
    listIdentityApprovals(deps.database, { userId: query.customer, state: query.state }, reading(viewer)),
  );

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    if (!isUuid(params.id)) throw new ApiError('identity-approval.not-found');
    await deps.approvals.decide({ ...body, id: params.id, staffId: viewer.user.id });
    const approval = await readIdentityApproval(deps.database, params.id, reading(viewer));
    const message = MESSAGES[approval.state as keyof typeof MESSAGES];
    return { success: true as const, message, approval };
  });
}
