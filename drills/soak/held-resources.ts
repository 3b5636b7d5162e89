import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Idle connections live for 72 s at the portal, those of its database for less. */
const RELEASED_WITHIN_MS = 150_000;

/** What a process holds: sockets, and connections to its database. */
export type HeldResources = { readonly sockets: number; readonly connections: number };

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(join(folder, fd)).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

/** Those of others: the drill's own does not count. */
async function openConnections(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

export async function readHeldResources(pid: number, database: pg.Client): Promise<HeldResources> {
  return { sockets: openSockets(pid), connections: await openConnections(database) };
}

/** Whether no more is held than before. */
export function isReleased(held: HeldResources, before: HeldResources): boolean {
  return held.sockets <= before.sockets && held.connections <= before.connections;
}

/** Waits until no more is held than before; resolves with what is held in the end. */
export async function waitForRelease(
  read: () => Promise<HeldResources>,
  before: HeldResources,
): Promise<HeldResources> {
  const giveUpAt = performance.now() + RELEASED_WITHIN_MS;
  for (;;) {
    const held = await read();
    if (isReleased(held, before) || performance.now() > giveUpAt) return held;
    await sleep(1000);
  }
}
