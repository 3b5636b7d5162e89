import type { Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AccountRow, findAccount } from '../accounts/account.repository.ts';
import type { ConfirmedApproval } from '../identity-approvals/create-identity-approvals.ts';
import { insertCountedChange } from './contact-change.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { contactOf, countContactChange } from './count-contact-change.ts';
import { takeAwaySecondFactor } from './take-away-second-factor.ts';

/** What the second person confirms: a new mailbox or number, with what the account had when it was asked for. */
export type ContactPayload = { readonly value: string; readonly previous: string | null };

async function countByTwo(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  kind: 'mailbox' | 'phone',
  approval: ConfirmedApproval,
): Promise<void> {
  const { userId, identifiedBy, reason, requestedBy, decidedBy } = approval;
  const { value, previous } = approval.payload as ContactPayload;
  if (contactOf(account, kind) !== previous) throw new ApiError('identity-approval.outdated');
  const previousVerified = (kind === 'mailbox' ? account.emailVerifiedAt : account.phoneVerifiedAt) !== null;
  const change = await insertCountedChange(tx, {
    kind,
    userId,
    value,
    previous,
    previousVerified,
    identifiedBy,
    reason,
    requestedBy,
  });
  await countContactChange(deps, tx, account, change, { actorId: decidedBy, confirmedBy: decidedBy });
}

/** What a second member of staff confirms of a correction. */
export function confirmCorrectionsByTwo(deps: CorrectionDependencies): void {
  const withAccount =
    (act: (tx: Transaction, account: AccountRow, approval: ConfirmedApproval) => Promise<void>) =>
    async (tx: Transaction, approval: ConfirmedApproval) => {
      const account = await findAccount(tx, approval.userId);
      if (account === null) throw new ApiError('customer.not-found');
      await act(tx, account, approval);
    };
  for (const kind of ['mailbox', 'phone'] as const) {
    deps.approvals.onConfirmed(
      kind,
      withAccount((tx, account, approval) => countByTwo(deps, tx, account, kind, approval)),
    );
  }
  deps.approvals.onConfirmed(
    'second-factor',
    withAccount((tx, account, approval) => takeAwaySecondFactor(deps, tx, account, approval)),
  );
}
