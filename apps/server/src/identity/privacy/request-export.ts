import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DataExport } from '@portal/contract/identity/privacy';
import { isUuid } from '../../platform/database/is-uuid.ts';
import { lockCustomer } from '../../platform/database/lock-customer.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type ExportRow, findLatestExport, findOwnExport, insertExport } from './privacy.repository.ts';
import { type ExportDependencies, type ExportFile, exportPath } from './write-exports.ts';

const DAY_MS = 24 * 3_600_000;
const ONCE_A_DAY =
  'You have asked for a copy of your data in the last 24 hours. Download that one, or ask again tomorrow.';

export function presentExport({ id, status, requestedAt, expiresAt, sizeBytes }: ExportRow): DataExport {
  return {
    id,
    status,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    sizeBytes,
  };
}

/** Throws ApiError privacy.export-running, request.too-many (one a day). */
export async function requestExport(
  { database, clock }: Pick<ExportDependencies, 'database' | 'clock'>,
  userId: number,
): Promise<DataExport> {
  return database.transaction(async (tx) => {
    await lockCustomer(tx, 'privacy', userId);
    const latest = await findLatestExport(tx, userId, { madeOnly: true });
    if (latest?.status === 'waiting' || latest?.status === 'running') throw new ApiError('privacy.export-running');
    const now = clock();
    const waitMs = latest ? latest.requestedAt.getTime() + DAY_MS - now.getTime() : 0;
    if (waitMs > 0) {
      throw new ApiError('request.too-many', { message: ONCE_A_DAY, retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
    return presentExport(await insertExport(tx, userId, now));
  });
}

/** One file of the person's own export. Throws ApiError privacy.export-not-found. */
export async function openExport(
  { database, clock, folder }: Pick<ExportDependencies, 'database' | 'clock' | 'folder'>,
  userId: number,
  { id, file }: { readonly id: string; readonly file: ExportFile },
): Promise<{ readonly bytes: Readable; readonly sizeBytes: number }> {
  const found = isUuid(id) ? await findOwnExport(database, userId, id) : null;
  const isThere = found?.status === 'done' && found.expiresAt !== null && found.expiresAt > clock();
  const handle = isThere ? await open(exportPath(folder, id, file)).catch(() => null) : null;
  if (!handle) throw new ApiError('privacy.export-not-found');
  return { sizeBytes: (await handle.stat()).size, bytes: handle.createReadStream() };
}
