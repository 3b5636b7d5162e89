import {
  decideAdjustment as decideEntry,
  giveCredit as giveEntry,
  listAdjustments as listEntry,
} from '@portal/contract/billing/staff-adjustments';
import { koboFromNaira, toKobo } from '@portal/kernel/money';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { decideAdjustment } from './decide-adjustment.ts';
import { giveCredit } from './give-credit.ts';
import { listAdjustments, readAdjustment } from './read-adjustments.ts';

/** Credit that staff give to customers. */
export function registerAdjustment(routes: Routes, deps: BillingDependencies): void {
  routes.serve(giveEntry, async ({ viewer, params, body, reply }) => {
    const { id, status } = await giveCredit(deps, {
      userId: params.id,
      staffId: viewer.user.id,
      amountKobo: koboFromNaira(body.amount) ?? toKobo(0),
      reason: body.reason,
      clientRequestId: body.clientRequestId ?? null,
    });
    const waits = status === 'awaiting-approval';
    if (waits) reply.code(202);
    const message = waits ? 'The credit waits for a second person.' : 'The credit is booked.';
    return { success: true as const, message, adjustment: await readAdjustment(deps.database, id) };
  });

  routes.serve(listEntry, async ({ query }) =>
    listAdjustments(deps.database, { customerId: query.customer, isWaiting: query.status !== undefined }),
  );

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    await decideAdjustment(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const message = body.approve ? 'The credit is booked.' : 'The credit is declined.';
    return { success: true as const, message, adjustment: await readAdjustment(deps.database, params.id) };
  });
}
