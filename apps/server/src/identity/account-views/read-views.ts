import type { AccountView, OwnAccountView } from '@portal/contract/identity/account-views';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AccountViewRow, findView, listViewsOf } from './account-view.repository.ts';

type ReadViewDeps = { readonly database: Database; readonly clock: Clock };

const LISTED = 50;

/** Its end may be due and not recorded yet. */
function endOf({ endedAt, endsAt }: AccountViewRow, now: Date): Date | null {
  return endedAt ?? (endsAt <= now ? endsAt : null);
}

/** A view for staff. Throws ApiError view.not-found. */
export async function readView({ database, clock }: ReadViewDeps, id: number): Promise<AccountView> {
  const found = await findView(database, id);
  if (found === null) throw new ApiError('view.not-found');
  const { view, customerName } = found;
  const now = clock();
  const end = endOf(view, now);
  return {
    id,
    customer: { id: view.userId, name: customerName },
    reason: view.reason,
    startedAt: view.startedAt.toISOString(),
    endedAt: end?.toISOString() ?? null,
    secondsLeft: end ? 0 : Math.ceil((view.endsAt.getTime() - now.getTime()) / 1000),
    pages: view.pages,
    writesRefused: view.writesRefused,
  };
}

/** Who has looked at the portal as this customer, the newest first. */
export async function readViewsOf({ database, clock }: ReadViewDeps, userId: number): Promise<OwnAccountView[]> {
  const now = clock();
  return (await listViewsOf(database, userId, LISTED)).map(({ view, firstName }) => ({
    id: view.id,
    firstName: firstName ?? '',
    role: view.staffRole,
    reason: view.reason,
    startedAt: view.startedAt.toISOString(),
    endedAt: endOf(view, now)?.toISOString() ?? null,
  }));
}
