import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ColumnReading, ImportDetail, ImportKind } from '@portal/contract/console/imports';
import { FIRST_VAT_RATE } from '@portal/kernel/billing/vat';
import { sellerOf } from '../../billing/index.ts';
import { readImport } from '../../console/imports/read-imports.ts';
import { runImports, storeImport } from '../../console/imports/run-imports.ts';
import { undoImport } from '../../console/imports/undo-import.ts';
import { recordAudit } from '../../identity/index.ts';
import { hmacOf } from '../../platform/crypto/hmac.ts';
import type { Database } from '../../platform/database/connection.ts';
import { type FileRow, readCsv } from '../../platform/files/read-csv.ts';
import { csvLine } from '../../platform/http/bodies/csv-line.policy.ts';
import { TEST_SESSION_SECRET } from '../test-portal.ts';
import { unpublishedSettings } from '../unpublished-settings.ts';

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
    seller: () => sellerOf(unpublishedSettings),
    vatRate: () => FIRST_VAT_RATE,
    hashVoucherCode: (code: string) => hmacOf(TEST_SESSION_SECRET, 'voucher-pin', code).toString('base64url'),
  };
  /** All of them in one transaction. */
  async function runAll(
    parts: readonly { readonly kind: ImportKind; readonly open: () => AsyncIterator<FileRow> }[],
    {
      isDryRun = false,
      source = 'csv',
      columns = {} as Record<string, string>,
      readings = {} as Record<string, ColumnReading>,
      startedBy = null as number | null,
    } = {},
  ): Promise<ImportDetail[]> {
    const stored = parts.map(({ kind, open }) => {
      const fileName = `${kind}.csv`;
      const order = { id: randomUUID(), kind, source, columns, readings, isDryRun, fileName, startedBy };
      return { order: { ...order, startedAt: deps.clock() }, open };
    });
    for (const { order } of stored) await storeImport(deps, order);
    await runImports(deps, stored);
    return Promise.all(stored.map(({ order }) => readImport(deps, order.id)));
  }
  return {
    runAll,
    run: async (kind: ImportKind, text: string, options: Parameters<typeof runAll>[1] = {}): Promise<ImportDetail> => {
      const [run] = await runAll([{ kind, open: () => readCsv(Readable.from([Buffer.from(text)])) }], options);
      if (!run) throw new Error('no import was stored');
      return run;
    },
    undo: (id: string, undoneBy: number) => undoImport(deps, { id, undoneBy }),
  };
}
