import { DAY_MS } from '@portal/kernel/calendar';
import type { Transaction } from '../../../platform/database/connection.ts';
import { UnreadableFile } from '../../../platform/files/read-csv.ts';
import type { ImportContext, ImportKindRules, Outcome, ReadRow } from '../import-kind.ts';
import { type ImportedVoucher, readVoucher } from './read-voucher.policy.ts';
import {
  findVoucherHashes,
  insertImportedVouchers,
  removeImportedVouchers,
  sumImportedVouchers,
} from './vouchers.repository.ts';

/** Of vouchers that say nothing of a last day. */
const VALID_DAYS = 5 * 365;
const BY_COMMAND =
  'Import vouchers at Imports in the console: they are made by a member of staff, who is named on them';

async function insert(tx: Transaction, context: ImportContext, rows: readonly ReadRow<ImportedVoucher>[]) {
  const { id, now, startedBy } = context;
  if (startedBy === null) throw new UnreadableFile(BY_COMMAND);
  const until = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  const known = await findVoucherHashes(
    tx,
    rows.map(({ values }) => values.pinHash),
  );
  const outcomes: Outcome[] = [];
  const fresh = [];
  for (const { row, externalId, values } of rows) {
    const expiresAt = values.expiresAt ?? until;
    if (known.has(values.pinHash)) outcomes.push({ row, reason: 'There is a voucher with this code already' });
    else if (expiresAt <= now) outcomes.push({ row, reason: 'Its last day is over' });
    else {
      outcomes.push({ row, externalId, userId: null, recordId: null });
      fresh.push({ row, pinHash: values.pinHash, amountKobo: values.amountKobo, expiresAt });
    }
  }
  await insertImportedVouchers(tx, { id, now, madeBy: startedBy, until }, fresh);
  return outcomes;
}

/** Vouchers of an earlier system that nobody has used: of each code its fingerprint alone is kept. */
export const vouchers: ImportKindRules<ImportedVoucher> = {
  readRow: (cells, { hashVoucherCode }) => readVoucher(cells, hashVoucherCode),
  insert,
  sumBooked: sumImportedVouchers,
  remove: removeImportedVouchers,
};
