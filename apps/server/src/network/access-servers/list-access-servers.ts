import type { AccessServer } from '@portal/contract/network/staff-access-servers';
import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';
import { DAY_MS } from '@portal/kernel/calendar';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  countSessionsByServer,
  findClientChange,
  listFetches,
  listServerRows,
  sumMinutes,
} from './access-server.repository.ts';

const RECENT_MS = 5 * 60_000;
const MOST_UNKNOWN = 50;
const NO_COA = { done: 0, refused: 0, silent: 0 };

/** The access servers on the list, or the one with an id, with how they are doing; and addresses that are not on it. */
async function readServers(database: Database, now: Date) {
  const since = new Date(now.getTime() - DAY_MS);
  const recent = new Date(now.getTime() - RECENT_MS);
  const [rows, counted, sums] = await Promise.all([
    listServerRows(database),
    countSessionsByServer(database),
    sumMinutes(database, { since, recent }),
  ]);
  const listed = new Set(rows.map(({ server }) => server.address));
  const sessions = new Map(counted.map((one) => [one.address, one.sessions]));
  const unknown = counted.filter(({ address }) => !listed.has(address));
  const minutes = new Map(sums.map((one) => [one.address, one]));
  const servers = rows.map(({ server, profile }): AccessServer => {
    const { address } = server;
    const sum = minutes.get(address);
    const { done, refused, silent } = sum ?? NO_COA;
    const others = unknown.reduce((all, one) => all + one.sessions, 0);
    return {
      id: server.id,
      name: server.name,
      address,
      profile: { id: profile.id, name: profile.name },
      area: server.area,
      coaPort: server.coaPort,
      isTurning: server.encryptedPreviousSecret !== '',
      sessions: address === ALL_OTHERS ? others : (sessions.get(address) ?? 0),
      lastPacketAt: server.lastPacketAt?.toISOString() ?? null,
      packetsPerSecond: Math.round(((sum?.packets ?? 0) / (RECENT_MS / 1000)) * 100) / 100,
      clockOffsetMs: server.clockOffsetMs,
      coa: { done, refused, silent },
      createdAt: server.createdAt.toISOString(),
      updatedAt: server.updatedAt.toISOString(),
    };
  });
  return { servers, unknown: unknown.toSorted((a, b) => b.sessions - a.sessions).slice(0, MOST_UNKNOWN) };
}

/** Everything that the page of access servers shows. */
export async function listAccessServers(database: Database, now: Date) {
  const [read, changedAt, fetches] = await Promise.all([
    readServers(database, now),
    findClientChange(database),
    listFetches(database),
  ]);
  return {
    ...read,
    changedAt: changedAt?.toISOString() ?? null,
    fetches: fetches.map(({ address, fetchedAt }) => ({ address, at: fetchedAt.toISOString() })),
  };
}

/** One of them. Throws ApiError access-server.not-found. */
export async function requireServerView(database: Database, id: string, now: Date): Promise<AccessServer> {
  const { servers } = await readServers(database, now);
  const server = servers.find((one) => one.id === id);
  if (!server) throw new ApiError('access-server.not-found');
  return server;
}
