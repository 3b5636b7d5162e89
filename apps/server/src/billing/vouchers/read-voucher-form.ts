import type { Queryable } from '../../platform/database/connection.ts';
import { hasImportedVouchers, hasVouchers } from './voucher.repository.ts';

/** Whether vouchers are accepted, and whether some have codes of any form. */
export async function readVoucherForm(queryable: Queryable) {
  return { accepted: await hasVouchers(queryable), letters: await hasImportedVouchers(queryable) };
}
