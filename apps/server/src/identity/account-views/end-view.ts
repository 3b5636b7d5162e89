import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AccountViewRow, closeDueViews, closeView, findView } from './account-view.repository.ts';

type EndViewDeps = { readonly database: Database; readonly clock: Clock };

/** Audits that a view has ended, with what was opened and tried in it. */
export async function recordEnd(tx: Transaction, view: AccountViewRow): Promise<void> {
  const { id, staffId, userId, pages, writesRefused } = view;
  await recordAudit(tx, {
    actorId: staffId,
    action: 'customer.view-as-end',
    subject: `customer:${userId}`,
    before: null,
    after: { view: id, pages, writesRefused },
  });
}

/**
 * Ends a view of this member of staff; audited. Repeating does nothing. Throws ApiError view.not-found,
 * also for somebody else's.
 */
export async function endView(
  { database, clock }: EndViewDeps,
  order: { readonly id: number; readonly staffId: number },
): Promise<void> {
  const found = await findView(database, order.id);
  if (found?.view.staffId !== order.staffId) throw new ApiError('view.not-found');
  await database.transaction(async (tx) => {
    const ended = await closeView(tx, order, clock());
    if (ended) await recordEnd(tx, ended);
  });
}

/**
 * Records the end of views whose time is over, whose session has ended, or whose member of staff may not
 * do it any more: they show nothing from that moment on, whenever this runs.
 */
export async function endDueViews({ database, clock }: EndViewDeps): Promise<void> {
  await database.transaction(async (tx) => {
    for (const view of await closeDueViews(tx, clock())) await recordEnd(tx, view);
  });
}
