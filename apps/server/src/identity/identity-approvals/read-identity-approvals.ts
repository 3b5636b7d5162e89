import type {
  IdentityApproval,
  IdentityApprovalChange,
  IdentityApprovalState,
} from '@portal/contract/identity/identity-approvals';
import type { Queryable } from '../../platform/database/connection.ts';
import { maskContacts } from '../../platform/http/authorisation/mask-contacts.ts';
import { listApprovalRows, type NamedApproval } from './identity-approval.repository.ts';

const LIMIT = 100;

function masked({ field, from, to }: IdentityApprovalChange): IdentityApprovalChange {
  const mask = (text: string | null) => text && (maskContacts(text, field) as string);
  return { field, from: mask(from), to: mask(to) };
}

type Reading = {
  readonly now: Date;
  /** Whether the reader sees whole mailboxes and numbers. */
  readonly seesContacts: boolean;
};

function present(row: NamedApproval, { now, seesContacts }: Reading): IdentityApproval {
  const { id, kind, userId, changes, identifiedBy, reason, requestedBy, decidedBy, decisionReason } = row.approval;
  const { state, requestedAt, expiresAt, decidedAt } = row.approval;
  return {
    id,
    kind,
    state: state === 'waiting' && expiresAt <= now ? 'expired' : state,
    customer: { id: userId, name: row.customerName },
    changes: seesContacts ? changes : changes.map(masked),
    identifiedBy,
    reason,
    requestedBy: { id: requestedBy, name: row.requesterName },
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedBy: decidedBy === null ? null : { id: decidedBy, name: row.deciderName },
    decisionReason,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** Newest first, a hundred at most. */
export async function listIdentityApprovals(
  queryable: Queryable,
  filter: { readonly userId: number | undefined; readonly state: IdentityApprovalState | undefined },
  reading: Reading,
): Promise<IdentityApproval[]> {
  const rows = await listApprovalRows(queryable, { ...filter, now: reading.now, limit: LIMIT });
  return rows.map((row) => present(row, reading));
}

/** One that is there. */
export async function readIdentityApproval(
  queryable: Queryable,
  id: string,
  reading: Reading,
): Promise<IdentityApproval> {
  const [row] = await listApprovalRows(queryable, { id, now: reading.now, limit: 1 });
  if (!row) throw new Error(`identity approval ${id} is gone`);
  return present(row, reading);
}
