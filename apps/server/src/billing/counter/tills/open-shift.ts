import { recordAudit } from '../../../identity/index.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { insertShift } from './till.repository.ts';

/** Opens the shift of a member of staff; an open one stays. Audited. Safe to repeat. */
export async function openShift(deps: Pick<BillingDependencies, 'database' | 'clock'>, staffId: number): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if (!(await insertShift(tx, staffId, deps.clock()))) return;
    await recordAudit(tx, {
      actorId: staffId,
      action: 'till.open',
      subject: `till:${staffId}`,
      before: null,
      after: null,
    });
  });
}
