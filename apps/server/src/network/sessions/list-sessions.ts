import type { NetworkSession } from '@portal/contract/network/staff-sessions';
import type { Queryable } from '../../platform/database/connection.ts';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { SILENT_MS } from '../simultaneous-use/simultaneous-use.policy.ts';
import { listSessionRows, listSessionsOfLine, type SessionRow } from './session-list.repository.ts';
import { endedBetween, readSessionSearch } from './session-search.policy.ts';

const PAGE_SIZE = 50;
const LAST_OF_LINE = 30;

function present(row: SessionRow): NetworkSession {
  return {
    id: row.id,
    key: row.key,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? '' },
    line: row.line_id === null ? null : { id: row.line_id, label: row.label },
    login: row.username,
    address: row.framed_address,
    delegatedPrefix: row.delegated_prefix,
    mac: row.calling_station,
    accessServer: { address: row.nas, name: row.nas_name },
    limited: row.limited !== null,
    port: row.nas_port,
    startedAt: row.started_at,
    lastPacketAt: row.last_packet_at,
    endedAt: row.ended_at,
    endCause: row.end_cause,
    speedMbps: row.download_mbps,
    downloadBytes: Number(row.download_bytes),
    uploadBytes: Number(row.upload_bytes),
    ending: row.ending,
  };
}

type Asked = {
  readonly state?: 'online' | 'ended' | undefined;
  readonly nas?: string | undefined;
  readonly area?: string | undefined;
  readonly plan?: string | undefined;
  readonly silent?: 'true' | undefined;
  readonly limited?: 'true' | undefined;
  readonly search?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
};

/**
 * Who is online, or whose session ended in the time that is asked for, the latest first, 50 unless `limit`
 * says otherwise. Throws ApiError network-session.too-long-ago for more than 31 days.
 */
export async function listSessions(queryable: Queryable, asked: Asked, now: Date): Promise<NetworkSession[]> {
  const { state = 'online', nas, area, plan, silent, limited, search, before, limit = PAGE_SIZE } = asked;
  if (plan !== undefined && !isUuid(plan)) return [];
  const ended = state === 'ended' ? endedBetween(asked, now) : null;
  if (state === 'ended' && ended === null) throw new ApiError('network-session.too-long-ago');
  const rows = await listSessionRows(queryable, {
    nas: nas || null,
    area: area || null,
    planId: plan ?? null,
    heardBefore: silent && state === 'online' ? new Date(now.getTime() - SILENT_MS) : null,
    isLimited: limited !== undefined && state === 'online',
    search: search === undefined ? null : readSessionSearch(search),
    ended,
    before: before ?? null,
    limit,
  });
  return rows.map(present);
}

/** The last thirty sessions of a line: those that are open, then those that ended last. */
export async function readLineSessions(queryable: Queryable, lineId: number): Promise<NetworkSession[]> {
  return (await listSessionsOfLine(queryable, lineId, LAST_OF_LINE)).map(present);
}
