import type { MergeSuggestion } from '@portal/contract/console/account-merges';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccounts } from './account-merge.repository.ts';
import type { AccountMergeDeps } from './account-merge-dependencies.ts';
import { insertDismissal, listSuggestionRows } from './suggestion.repository.ts';

const MOST = 10;

async function requireCustomers(queryable: Queryable, ids: readonly number[]): Promise<void> {
  const found = await findAccounts(queryable, ids);
  if (ids.some((id) => !found.has(id))) throw new ApiError('customer.not-found');
}

/** Accounts that may be of the same person, ten at most. Throws ApiError customer.not-found. */
export async function suggestMerges(database: Database, customerId: number): Promise<MergeSuggestion[]> {
  await requireCustomers(database, [customerId]);
  return listSuggestionRows(database, { customerId, limit: MOST });
}

/**
 * Never suggests two accounts for each other again; audited, once. Throws ApiError customer.not-found,
 * account-merge.same.
 */
export async function dismissSuggestion(
  deps: Pick<AccountMergeDeps, 'database' | 'clock' | 'recordAudit'>,
  { customerId, other, staffId }: { readonly customerId: number; readonly other: number; readonly staffId: number },
): Promise<void> {
  if (customerId === other) throw new ApiError('account-merge.same');
  await deps.database.transaction(async (tx) => {
    await requireCustomers(tx, [customerId, other]);
    const pair = [customerId, other] as const;
    if (!(await insertDismissal(tx, { pair, dismissedBy: staffId, createdAt: deps.clock() }))) return;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'account-merge.dismiss',
      subject: `customer:${customerId}`,
      before: null,
      after: { other },
    });
  });
}
