import {
  decideCourtesyDays as decideEntry,
  giveCourtesyDays as giveEntry,
  listCourtesyDays as listEntry,
} from '@portal/contract/billing/staff-courtesy-days';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { requireLine } from '../lines/require-line.ts';
import { decideCourtesyDays } from './decide-courtesy-days.ts';
import { type CourtesyDependencies, giveCourtesyDays } from './give-courtesy-days.ts';
import { listCourtesyDays, readCourtesyDays } from './read-courtesy-days.ts';

/** Free days that staff give to lines. */
export function registerCourtesyDays(routes: Routes, deps: CourtesyDependencies): void {
  const { database } = deps;

  routes.serve(giveEntry, async ({ viewer, params, body, reply }) => {
    const line = await requireLine(database, { accountId: params.id, lineId: body.lineId });
    const { id, status } = await giveCourtesyDays(deps, {
      ...line,
      staffId: viewer.user.id,
      roles: viewer.staff?.roles ?? [],
      days: body.days,
      reason: body.reason,
      clientRequestId: body.clientRequestId ?? null,
    });
    const waits = status === 'awaiting-approval';
    if (waits) reply.code(202);
    const message = waits ? 'The days wait for a second person.' : 'The days are added. The customer is told.';
    return { success: true as const, message, courtesyDays: await readCourtesyDays(database, id) };
  });

  routes.serve(listEntry, async ({ query }) =>
    listCourtesyDays(database, { customerId: query.customer, isWaiting: query.status !== undefined }),
  );

  routes.serve(decideEntry, async ({ viewer, params, body }) => {
    await decideCourtesyDays(deps, { ...body, id: params.id, staffId: viewer.user.id });
    const message = body.approve ? 'The days are added. The customer is told.' : 'The days are declined.';
    return { success: true as const, message, courtesyDays: await readCourtesyDays(database, params.id) };
  });
}
