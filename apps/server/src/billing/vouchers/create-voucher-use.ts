import type { Database } from '../../platform/database/connection.ts';
import { hasVouchers } from './voucher.repository.ts';

/** Whether there have ever been vouchers here, without asking for it at each page. */
export type VoucherUse = {
  /** As it was last looked up; once true it stays. */
  readonly isKnown: () => boolean;
  /** Asks the database, as long as there were none. */
  readonly look: () => Promise<void>;
};

export function createVoucherUse(database: Database): VoucherUse {
  let isKnown = false;
  return {
    isKnown: () => isKnown,
    look: async () => {
      isKnown ||= await hasVouchers(database);
    },
  };
}
