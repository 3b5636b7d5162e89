import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportDetail, ImportKind } from '@portal/contract/console/imports';
import { readCsv } from '../console/imports/read-csv.ts';
import { readImport } from '../console/imports/read-imports.ts';
import { runImport, storeImport } from '../console/imports/run-import.ts';
import { undoImport } from '../console/imports/undo-import.ts';
import { recordAudit } from '../identity/index.ts';
import type { Database } from '../platform/database/connection.ts';
import { csvLine } from '../platform/http/csv-line.policy.ts';

/** A file of tests: the header, then the rows. */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => csvLine([...cells])).join('');
}

/** Imports files as the command does. */
export function createImportTestbed(database: Database) {
  const deps = {
    database,
    clock: () => new Date(),
    randomBytes,
    hashPassword: async () => 'no password',
    recordAudit,
  };
  return {
    run: async (
      kind: ImportKind,
      text: string,
      { isDryRun = false, source = 'csv', columns = {} as Record<string, string> } = {},
    ): Promise<ImportDetail> => {
      const id = randomUUID();
      const order = { id, kind, source, columns, isDryRun, fileName: `${kind}.csv`, startedBy: null };
      const stored = { ...order, startedAt: deps.clock() };
      await storeImport(deps, stored);
      await runImport(deps, stored, readCsv(Readable.from([Buffer.from(text)])));
      return readImport(deps, id);
    },
    undo: (id: string, undoneBy: number) => undoImport(deps, { id, undoneBy }),
  };
}
