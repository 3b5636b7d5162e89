import * as z from 'zod/mini';

/** Grows when a portal that knows the earlier format could not read an archive. */
export const ARCHIVE_VERSION = 1;

const count = z.int().check(z.nonnegative());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** One file of the archive; `rows` are the lines of a table's. */
const storedFile = z.object({ path: z.string(), bytes: count, sha256, rows: z.optional(count) });
export type StoredFile = z.infer<typeof storedFile>;

/** Sums of the whole, in kobo, that are computed anew after an import. */
const totals = z.object({
  ledger: z.record(z.string(), z.int()),
  credit: z.int(),
  invoices: z.record(z.string(), z.object({ count, kobo: z.int() })),
  receipts: z.object({ count, kobo: z.int() }),
  customers: count,
  lines: z.record(z.string(), count),
});
export type Totals = z.infer<typeof totals>;

/** What is in an archive, as its last file `manifest.json` says it (docs/archive.md). */
export const manifestFile = z.object({
  format: z.literal('fibre-portal-archive'),
  version: z.int(),
  /** The release that wrote it, and its last migration. */
  release: z.string(),
  migration: z.int(),
  /** The moment that all of it is of. */
  takenAt: z.string(),
  totals,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.record(z.string(), z.int()),
  files: z.array(storedFile),
  /** Files that rows name and the portal did not have. */
  missingFiles: z.array(z.string()),
  leftOut: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof manifestFile>;
