import {
  IDENTITY_APPROVAL_MINUTES,
  type IdentityApprovalChange,
  type IdentityApprovalKind,
} from '@portal/contract/identity/identity-approvals';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { identityApprovalEnded } from '../events.ts';
import {
  decideWaiting,
  expireWaiting,
  findApproval,
  type IdentityApprovalRow,
  insertApproval,
  sharesAccount,
  withdrawWaiting,
} from './identity-approval.repository.ts';

export type IdentityApprovalsDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly publish: Publish;
};

export type ApprovalRequest = {
  readonly kind: IdentityApprovalKind;
  readonly userId: number;
  /** What `onConfirmed` of the kind needs; stored as JSON. */
  readonly payload: unknown;
  readonly changes: readonly IdentityApprovalChange[];
  readonly identifiedBy: string;
  readonly reason: string;
  readonly requestedBy: number;
};

export type ConfirmedApproval = IdentityApprovalRow & { readonly decidedBy: number };

/**
 * Does what was asked for, in the transaction of the confirmation, which an error rolls back: then it
 * still waits. The customer is locked.
 */
type Act = (tx: Transaction, approval: ConfirmedApproval) => Promise<void>;

export type IdentityApprovals = {
  /** What a confirmation of this kind does; once for each kind, when the contexts are created. */
  readonly onConfirmed: (kind: IdentityApprovalKind, act: Act) => void;
  /**
   * Asks for a second member of staff, who has 15 minutes, in the caller's transaction, which has locked
   * the customer. Audited. Throws identity-approval.waiting, customer.own-account.
   */
  readonly request: (tx: Transaction, request: ApprovalRequest) => Promise<IdentityApprovalRow>;
  /**
   * Confirms what waits, and does it, or refuses it; who asked for it withdraws it. Of concurrent
   * decisions one counts. Audited. Throws identity-approval.not-found, identity-approval.second-person,
   * customer.own-account, and what the kind throws.
   */
  readonly decide: (decision: Decision) => Promise<void>;
  /** Withdraws what of this kind waits for a customer, since it needs no second person any more. Safe to repeat. */
  readonly withdraw: (
    tx: Transaction,
    what: { readonly kind: IdentityApprovalKind; readonly userId: number; readonly by: number },
  ) => Promise<void>;
  /** Ends what nobody has decided in time; tells its customers. Safe to repeat. */
  readonly expire: () => Promise<void>;
};

export type Decision = {
  readonly id: string;
  readonly staffId: number;
  readonly approve: boolean;
  readonly reason: string;
};

const MINUTE_MS = 60_000;

/** Which fields become different, as the audit log has them. */
function sides(changes: readonly IdentityApprovalChange[]) {
  return {
    before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
    after: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  };
}

/** Throws ApiError customer.own-account where the member of staff is the customer, or in an account with them. */
async function requireStranger(tx: Transaction, staffId: number, userId: number): Promise<void> {
  if (await sharesAccount(tx, staffId, userId)) throw new ApiError('customer.own-account');
}

/** What needs two members of staff at once. */
export function createIdentityApprovals({ database, clock, publish }: IdentityApprovalsDeps): IdentityApprovals {
  const acts = new Map<IdentityApprovalKind, Act>();

  async function record(tx: Transaction, approval: IdentityApprovalRow, action: string, actorId: number) {
    const { id, kind, userId, changes, identifiedBy, reason, requestedBy, decisionReason } = approval;
    const { before, after } = sides(changes);
    await recordAudit(tx, {
      actorId,
      action,
      subject: `customer:${userId}`,
      before,
      after: { ...after, approval: id, kind, identifiedBy, requestedBy, reason: decisionReason ?? reason },
    });
  }

  async function end(tx: Transaction, approval: IdentityApprovalRow, actorId: number) {
    await record(tx, approval, `identity-approval.${approval.state}`, actorId);
    const { id: approvalId, kind, state, userId } = approval;
    await publish(tx, identityApprovalEnded, { approvalId, kind, state, userId });
  }

  async function expireIn(tx: Transaction, userId?: number) {
    for (const expired of await expireWaiting(tx, clock(), userId)) await end(tx, expired, expired.requestedBy);
  }

  async function decide(tx: Transaction, { id, staffId, approve, reason }: Decision) {
    const asked = await findApproval(tx, id);
    if (asked === null || (await lockAccount(tx, asked.userId)) === null) {
      throw new ApiError('identity-approval.not-found');
    }
    const isOwn = asked.requestedBy === staffId;
    if (approve && isOwn) throw new ApiError('identity-approval.second-person');
    if (!isOwn) await requireStranger(tx, staffId, asked.userId);
    const decided = await decideWaiting(tx, id, {
      state: approve ? 'confirmed' : isOwn ? 'withdrawn' : 'refused',
      decidedBy: staffId,
      decisionReason: reason,
      decidedAt: clock(),
    });
    if (decided === null) throw new ApiError('identity-approval.not-found');
    await end(tx, decided, staffId);
    if (!approve) return;
    const act = acts.get(decided.kind);
    if (!act) throw new Error(`nothing confirms ${decided.kind}`);
    await act(tx, { ...decided, decidedBy: staffId });
  }

  return {
    onConfirmed: (kind, act) => {
      if (acts.has(kind)) throw new Error(`${kind} has what a confirmation does already`);
      acts.set(kind, act);
    },
    request: async (tx, request) => {
      await requireStranger(tx, request.requestedBy, request.userId);
      const requestedAt = clock();
      await expireIn(tx, request.userId);
      const approval = await insertApproval(tx, {
        ...request,
        changes: [...request.changes],
        requestedAt,
        expiresAt: new Date(requestedAt.getTime() + IDENTITY_APPROVAL_MINUTES * MINUTE_MS),
      });
      if (approval === null) throw new ApiError('identity-approval.waiting');
      await record(tx, approval, 'identity-approval.request', request.requestedBy);
      return approval;
    },
    withdraw: async (tx, { by, ...what }) => {
      const withdrawn = await withdrawWaiting(tx, { ...what, decidedBy: by, decidedAt: clock() });
      if (withdrawn !== null) await end(tx, withdrawn, by);
    },
    decide: (decision) => runTransaction(database, (tx) => decide(tx, decision)),
    expire: () => runTransaction(database, (tx) => expireIn(tx)),
  };
}
