import {
  endNetworkSession,
  listLineSessions,
  listNetworkSessions,
  listSessionWaves,
  startSessionWave,
  stopSessionWave,
} from '@portal/contract/network/staff-sessions';
import { requireLine } from '../../billing/index.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { endSession, type SessionDependencies } from './end-session.ts';
import { listSessions, readLineSessions } from './list-sessions.ts';
import { previewWaves, readWaves, startWaves, stopWaves } from './session-waves.ts';

/** Who is online, and ending sessions, for staff. */
export function registerSessions(routes: Routes, deps: SessionDependencies): void {
  const { database, clock } = deps;
  routes.serve(listNetworkSessions, async ({ query }) => listSessions(database, query, clock()));

  routes.serve(listLineSessions, async ({ params, query }) => {
    const { lineId } = await requireLine(database, { accountId: params.id, lineId: query.line });
    return readLineSessions(database, lineId);
  });

  routes.serve(endNetworkSession, async ({ viewer, params, body }) => {
    await endSession(deps, { id: params.id, staffId: viewer.user.id, reason: body.reason });
    return { success: true as const, message: 'Its access server is being asked to end it.' };
  });

  routes.serve(listSessionWaves, async () => readWaves(database));

  routes.serve(startSessionWave, async ({ viewer, body }) => {
    const { dryRun, ...order } = body;
    const asked = { ...order, staffId: viewer.user.id };
    const plan = dryRun ? await previewWaves(database, asked) : await startWaves(deps, asked);
    const message = dryRun ? 'Nothing is ended yet.' : 'The sessions are being ended, wave by wave.';
    return { success: true as const, message, ...plan };
  });

  routes.serve(stopSessionWave, async ({ viewer, params }) => {
    const wave = await stopWaves(deps, { id: params.id, staffId: viewer.user.id });
    return { success: true as const, message: 'The other sessions stay open.', wave };
  });
}
