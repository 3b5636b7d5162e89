import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { readEncrypted, writeEncrypted } from '@portal/server/platform/backup/encrypted-file';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';

/** Raised when an older portal could not restore what this one writes. */
export const FORMAT = 1;

const storedFile = z.object({ path: z.string(), size: z.number(), sha256: z.string() });
const lsn = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);

/** What a base backup holds, as its manifest says. */
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  portalVersion: z.string(),
  /** The newest migration of its database. */
  migration: z.number(),
  systemIdentifier: z.string(),
  /** `embedded`: the portal runs it; `server`: the one of DATABASE_URL. */
  kind: z.enum(['embedded', 'server']),
  postgresVersion: z.number(),
  database: z.string(),
  user: z.string(),
  /** Everything that was committed before `consistentAt` is in it. */
  startedAt: z.iso.datetime(),
  consistentAt: z.iso.datetime(),
  timeline: z.number(),
  startWal: lsn,
  endWal: lsn,
  walSegmentBytes: z.number(),
  /** The database's files, as they are in the archive. */
  files: z.array(storedFile),
  /** Files of customers, each in the backup under its id. */
  uploads: z.array(storedFile),
  /** Which secrets this installation had, never the secrets: a restored one needs the same. */
  secrets: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type StoredFile = z.infer<typeof storedFile>;

export async function writeManifest(path: string, manifest: Manifest, recipients: readonly string[]): Promise<number> {
  return writeEncrypted(path, Readable.from([JSON.stringify(manifest)]), recipients);
}

/** Throws BackupError when no key fits, or when it is damaged or of another format. */
export async function readManifest(path: string, identities: readonly string[]): Promise<Manifest> {
  let content: unknown;
  try {
    content = await json(await readEncrypted(path, identities));
  } catch (error) {
    const message = String(error);
    throw new BackupError(
      message.includes('no identity matched')
        ? `${path} is not encrypted for the key in BACKUP_IDENTITY_FILE`
        : `${path} is damaged, or not a file of a backup (${message})`,
      { cause: error },
    );
  }
  const format = z.object({ format: z.number() }).safeParse(content).data?.format;
  if (format !== undefined && format !== FORMAT) {
    throw new BackupError(
      `${path} has format ${format}; this portal restores format ${FORMAT}: use the version that wrote it`,
    );
  }
  const { data, error } = manifestSchema.safeParse(content);
  if (!data) throw new BackupError(`${path} is not the manifest of a backup (${error.issues[0]?.message})`);
  return data;
}
