import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, timestamp } from '../platform/fields.ts';
import { jsonObject } from '../platform/json-object.ts';

/** What a file of an earlier system may contain, in the order in which files are imported. */
export const importKinds = ['customers', 'lines', 'balances', 'invoices', 'payments', 'tickets', 'vouchers'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Of a file that is sent to the portal; the command takes larger ones. */
export const IMPORT_BYTES = 64 * 1024 * 1024;

const shortName = (message: string) => requiredText(40, message);

/** The header of the file for each field that is not matched by its name; empty for none. */
const columns = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)));

/** How the amounts of a column may be written, and its dates. */
export const columnReadings = {
  amount: ['decimal-point', 'decimal-comma'],
  date: ['day-first', 'month-first'],
} as const;
export type ColumnReading = (typeof columnReadings)['amount' | 'date'][number];

const reading = z.enum([...columnReadings.amount, ...columnReadings.date]);

/** How the numbers or dates of a field are written, where the file does not say it or is to be read otherwise. */
const readings = z.record(z.string().check(z.maxLength(40)), reading);

/**
 * How the column of a field is read: `as` is null while it can be read in two ways and nobody has
 * chosen. `example` is a cell that shows it, null in an empty column; `ways` has what each reading
 * makes of it: naira as 1250.50, a day as 2026-11-30, null where it makes nothing of it.
 */
const columnRead = z.object({
  as: z.nullable(reading),
  example: z.nullable(z.string()),
  ways: z.array(z.object({ as: reading, value: z.nullable(z.string()) })),
});
export type ColumnRead = z.infer<typeof columnRead>;

/** A row that was left out, with its number in the file (the header is row 1). */
const rejectedRow = z.object({ row: z.number(), reason: z.string(), cells: z.array(z.string()) });

/**
 * `columns` has the header that each field is read from, null where the file has none; `readings` how
 * the amounts and dates in them are read. Sums are null
 * for a kind without money; what is in the file equals what is booked, rejected and repeated
 * together. `repeated` rows were imported before. `failure` is why nothing was imported.
 * `rejectedRows` are the first hundred.
 */
const importRun = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  source: z.string(),
  fileName: z.string(),
  isDryRun: z.boolean(),
  status: z.enum(['running', 'done', 'failed', 'undone']),
  headers: z.array(z.string()),
  columns: z.record(z.string(), z.nullable(z.string())),
  readings: z.record(z.string(), columnRead),
  rows: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  repeated: z.number(),
  sums: z.nullable(z.object({ file: naira, booked: naira, rejected: naira, repeated: naira })),
  failure: z.nullable(z.string()),
  startedBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  startedAt: timestamp,
  finishedAt: z.nullable(timestamp),
  undoneAt: z.nullable(timestamp),
});
export type ImportRun = z.infer<typeof importRun>;

const importDetail = z.extend(importRun, { rejectedRows: z.array(rejectedRow) });
export type ImportDetail = z.infer<typeof importDetail>;

const importId = z.object({ id: identifier });

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/staff/imports',
  access: 'admin',
  permission: 'imports:read',
  summary: 'The last fifty imports and dry runs, newest first',
  answer: z.array(importRun),
  errors: [],
});

/** It goes on after the answer: `getImport` says how far it is. */
export const startImport = defineEndpoint({
  method: 'POST',
  path: '/api/staff/imports',
  access: 'admin',
  permission: 'imports:write',
  summary: 'Import a CSV file, or with dryRun show what would be imported',
  query: z.object({
    kind: z.enum(importKinds, 'Say what is in the file'),
    source: shortName('Name the system that the file comes from'),
    fileName: requiredText(200, 'Name the file'),
    dryRun: z.optional(z.enum(['true', 'false'])),
    columns: z.optional(jsonObject('columns', columns)),
    readings: z.optional(jsonObject('readings', readings)),
  }),
  file: ['text/csv'],
  answer: z.object({ ...acknowledged, import: importRun }),
  errors: ['import.running', 'import.not-csv', 'import.too-large'],
});

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/staff/imports/:id',
  access: 'admin',
  permission: 'imports:read',
  summary: 'One import: its columns, counts and sums, and the first rows that were rejected',
  params: importId,
  answer: importDetail,
  errors: ['import.not-found'],
});

export const downloadRejectedRows = defineEndpoint({
  method: 'GET',
  path: '/api/staff/imports/:id/rejected.csv',
  access: 'admin',
  permission: 'imports:read',
  summary: 'The rows that were rejected as CSV, each with its reason, to be mended and sent again',
  params: importId,
  answer: null,
  errors: ['import.not-found'],
});

export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/api/staff/imports/:id/undo',
  access: 'admin',
  permission: 'imports:write',
  summary: 'Remove everything that an import has made, while nothing was built on it',
  params: importId,
  answer: z.object({ ...acknowledged, import: importRun }),
  errors: ['import.not-found', 'import.running', 'import.not-done', 'import.built-upon'],
});

export const api = {
  description: 'Files of customers, lines and their history that become those of the portal.',
  endpoints: { listImports, startImport, getImport, downloadRejectedRows, undoImport },
  schemas: { rejectedRow, importRun, importDetail },
};
