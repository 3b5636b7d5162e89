import type { LineView } from '@portal/contract/billing/lines';
import { recordAudit } from '../../identity/index.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findLineById } from './line.repository.ts';
import { listLines } from './list-lines.ts';
import { openLine, renameLine } from './open-line.ts';
import { lineInAudit, requireLine } from './require-line.ts';

type Deps = Pick<BillingDependencies, 'database' | 'clock' | 'notify' | 'publishLiveUpdate'>;

const inAudit = ({ label, place }: Pick<LineView, 'label' | 'place'>) => ({ label, place });

/**
 * One more line for a customer, who is told. Audited. Throws customer.not-found and what openLine
 * throws.
 */
export async function openLineForCustomer(
  deps: Deps,
  order: Parameters<typeof openLine>[1] & { readonly staffId: number },
): Promise<LineView> {
  const { staffId, ...wish } = order;
  const { accountId } = wish;
  await requireLine(deps.database, { accountId });
  const opened = await openLine(deps, wish, async (tx, line) => {
    await deps.notify(tx, {
      key: `line-added:${line.id}`,
      kind: 'line-added',
      customerId: accountId,
      values: { line: line.label, plan: line.planName ?? '' },
    });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'line.add',
      subject: `customer:${accountId}`,
      before: null,
      after: { ...lineInAudit({ accountId, lineId: line.id }), ...inAudit(line), plan: line.planName },
    });
  });
  deps.publishLiveUpdate(accountId, 'everything');
  return opened;
}

/**
 * Names a customer's line, or says where it is, and tells them; what is undefined stays. Audited.
 * Throws line.not-found, line.label-taken.
 */
export async function changeCustomersLine(
  deps: Deps,
  order: {
    readonly id: number;
    readonly label: string | undefined;
    readonly place: string | null | undefined;
    readonly staffId: number;
  },
): Promise<LineView> {
  const { id, staffId } = order;
  const accountId = (await findLineById(deps.database, id))?.accountId;
  const before =
    accountId === undefined ? undefined : (await listLines(deps.database, accountId)).find((line) => line.id === id);
  if (accountId === undefined || !before) throw new ApiError('line.not-found');
  const { label = before.label, place = before.place } = order;
  const changed = await renameLine(deps, { accountId, id, label, place }, async (tx, line) => {
    await deps.notify(tx, {
      key: `line-renamed:${id}:${deps.clock().toISOString()}`,
      kind: 'line-renamed',
      customerId: accountId,
      values: { line: line.place === null ? line.label : `${line.label} (${line.place})` },
    });
    await recordAudit(tx, {
      actorId: staffId,
      action: 'line.rename',
      subject: `customer:${accountId}`,
      before: inAudit(before),
      after: { ...lineInAudit({ accountId, lineId: id }), ...inAudit(line) },
    });
  });
  deps.publishLiveUpdate(accountId, 'everything');
  return changed;
}
