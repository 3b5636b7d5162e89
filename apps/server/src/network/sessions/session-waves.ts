import type { SessionWave } from '@portal/contract/network/staff-sessions';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { SessionDependencies } from './end-session.ts';
import { planWaves } from './session-wave.policy.ts';
import {
  closeFinishedWaves,
  countEndable,
  insertWave,
  insertWaveActions,
  listWaves,
  markStopped,
  setWaveSessions,
  supersedeWave,
} from './session-wave.repository.ts';

const LATEST = 10;

function present(found: Awaited<ReturnType<typeof listWaves>>[number]): SessionWave {
  const { wave, nasName, startedBy, waiting, superseded } = found;
  const { seconds } = planWaves(wave.sessions, wave);
  return {
    id: wave.id,
    accessServer: { address: wave.nas, name: nasName },
    perWave: wave.perWave,
    everySeconds: wave.everySeconds,
    sessions: wave.sessions,
    sent: wave.sessions - waiting - superseded,
    waiting,
    reason: wave.reason,
    state: wave.state === 'running' && waiting === 0 ? 'done' : wave.state,
    startedAt: wave.startedAt.toISOString(),
    startedBy,
    endsAt: new Date(wave.startedAt.getTime() + seconds * 1000).toISOString(),
    stoppedAt: wave.stoppedAt?.toISOString() ?? null,
  };
}

/** The last ten, the latest first. */
export async function readWaves(queryable: Queryable): Promise<SessionWave[]> {
  return (await listWaves(queryable, { limit: LATEST })).map(present);
}

async function readWave(queryable: Queryable, id: string): Promise<SessionWave> {
  const [wave] = await listWaves(queryable, { id, limit: 1 });
  if (!wave) throw new ApiError('session-wave.not-found');
  return present(wave);
}

export type WaveOrder = {
  readonly nas: string;
  readonly perWave: number;
  readonly everySeconds: number;
  readonly reason: string;
  readonly staffId: number;
};

export type WavePlan = {
  readonly sessions: number;
  readonly waves: number;
  readonly seconds: number;
  readonly wave: SessionWave | null;
};

/**
 * What ending all sessions of an access server in waves would be. Throws ApiError session-wave.nobody,
 * session-wave.too-long.
 */
export async function previewWaves(queryable: Queryable, order: WaveOrder): Promise<WavePlan> {
  const sessions = await countEndable(queryable, order.nas);
  if (sessions === 0) throw new ApiError('session-wave.nobody');
  const { isTooLong, ...plan } = planWaves(sessions, order);
  if (isTooLong) throw new ApiError('session-wave.too-long');
  return { sessions, ...plan, wave: null };
}

/**
 * Queues a Disconnect for each session of an access server that has none waiting, due wave by wave;
 * audited. One at a time for each server. Throws ApiError session-wave.nobody, session-wave.too-long,
 * session-wave.running.
 */
export async function startWaves(deps: SessionDependencies, order: WaveOrder): Promise<WavePlan> {
  const { staffId, ...asked } = order;
  return runTransaction(deps.database, async (tx) => {
    await closeFinishedWaves(tx, order.nas);
    const preview = await previewWaves(tx, order);
    const begun = { ...asked, sessions: preview.sessions, startedBy: staffId, startedAt: deps.clock() };
    const wave = await insertWave(tx, begun);
    if (!wave) throw new ApiError('session-wave.running');
    const sessions = await insertWaveActions(tx, wave);
    await setWaveSessions(tx, wave.id, sessions);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.end-sessions',
      subject: `access-server:${order.nas}`,
      before: null,
      after: { ...asked, sessions, wave: wave.id },
    });
    const { isTooLong: _, ...plan } = planWaves(sessions, order);
    return { sessions, ...plan, wave: await readWave(tx, wave.id) };
  });
}

/**
 * Leaves the sessions open whose wave has not come yet; audited. Throws ApiError session-wave.not-found,
 * session-wave.over.
 */
export async function stopWaves(
  deps: SessionDependencies,
  { id, staffId }: { readonly id: string; readonly staffId: number },
): Promise<SessionWave> {
  if (!isUuid(id)) throw new ApiError('session-wave.not-found');
  return runTransaction(deps.database, async (tx) => {
    const { state } = await readWave(tx, id);
    const now = deps.clock();
    const stopped = state === 'running' ? await markStopped(tx, id, { stoppedBy: staffId, stoppedAt: now }) : null;
    if (!stopped) throw new ApiError('session-wave.over');
    const left = await supersedeWave(tx, id, now);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'network.stop-ending-sessions',
      subject: `access-server:${stopped.nas}`,
      before: null,
      after: { wave: id, left },
    });
    return readWave(tx, id);
  });
}
