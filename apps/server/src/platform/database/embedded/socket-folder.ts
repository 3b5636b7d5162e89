import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The number in the socket's file name; no network port is opened. */
export const SOCKET_PORT = 5432;

/** The maximum length of a Unix socket's address that works on every system, in bytes. */
const LONGEST_SOCKET_PATH = 103;

/**
 * The folder for the database's socket, which only its owner can enter: the cluster's own, or one
 * under /tmp named after it when that path is too long for a socket. Refuses a folder under /tmp
 * that another user has created.
 */
export function prepareSocketFolder(cluster: string, owner: { uid: number; gid: number }): string {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH) return cluster;
  const folder = join('/tmp', `portal-${createHash('sha256').update(cluster).digest('hex').slice(0, 24)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || ![owner.uid, process.getuid?.()].includes(found.uid)) {
    throw new EmbeddedPostgresError(`${folder}, where its socket goes, belongs to somebody else; remove it`);
  }
  chmodSync(folder, 0o700);
  if (found.uid !== owner.uid) chownSync(folder, owner.uid, owner.gid);
  return folder;
}
