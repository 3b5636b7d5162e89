import {
  listLines as listEntry,
  openLine as openEntry,
  renameLine as renameEntry,
} from '@portal/contract/billing/lines';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { listLines } from './list-lines.ts';
import { openLine, renameLine } from './open-line.ts';

/** The lines of the caller's account. */
export function registerLine(routes: Routes, deps: Pick<BillingDependencies, 'database' | 'clock'>): void {
  routes.serve(listEntry, async ({ viewer }) => listLines(deps.database, viewer.account.id));

  routes.serve(openEntry, async ({ viewer, body: { label, planId, place = '' } }) => {
    const accountId = viewer.account.id;
    const line = await openLine(deps, { accountId, label, planId, place: place === '' ? null : place });
    return {
      success: true as const,
      message: 'The line is added. It is connected once its first month is paid.',
      line,
    };
  });

  routes.serve(renameEntry, async ({ viewer, params, body: { label, place = '' } }) => {
    const accountId = viewer.account.id;
    const line = await renameLine(deps, { accountId, id: params.id, label, place: place === '' ? null : place });
    return { success: true as const, message: 'The line has its new name.', line };
  });
}
