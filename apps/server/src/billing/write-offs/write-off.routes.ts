import {
  decideWriteOff as decideEntry,
  listWriteOffs as listEntry,
  reverseWriteOff as reverseEntry,
  writeOffInvoice,
} from '@portal/contract/billing/staff-write-offs';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { decideWriteOff, reverseWriteOff } from './decide-write-off.ts';
import { listWriteOffs, readWriteOff } from './read-write-offs.ts';
import { requestWriteOff } from './request-write-off.ts';

/** Open invoices that staff write off. */
export function registerWriteOff(routes: Routes, deps: BillingDependencies): void {
  routes.serve(writeOffInvoice, async ({ viewer, params, body, reply }) => {
    const { id, status } = await requestWriteOff(deps, { ...body, userId: params.id, staffId: viewer.user.id });
    const waits = status === 'awaiting-approval';
    if (waits) reply.code(202);
    const message = waits ? 'The write-off waits for a second person.' : 'The invoice is written off.';
    return { success: true as const, message, writeOff: await readWriteOff(deps.database, id) };
  });

  routes.serve(listEntry, async ({ query }) =>
    listWriteOffs(deps.database, { customerId: query.customer, isWaiting: query.status !== undefined }),
  );

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    await decideWriteOff(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const message = body.approve ? 'The invoice is written off.' : 'The write-off is declined.';
    return { success: true as const, message, writeOff: await readWriteOff(deps.database, params.id) };
  });

  routes.serve(reverseEntry, async ({ viewer, params, body }) => {
    await reverseWriteOff(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const writeOff = await readWriteOff(deps.database, params.id);
    return { success: true as const, message: 'The write-off is taken back. The invoice is due again.', writeOff };
  });
}
