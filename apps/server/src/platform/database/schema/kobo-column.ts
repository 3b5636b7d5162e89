import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { customType } from 'drizzle-orm/pg-core';

/** decimal(10,2) naira in the database, integer kobo in the program. */
export const koboColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: koboFromDecimal,
  toDriver: decimalFromKobo,
});

/** decimal(14,2): sums of many amounts, signed. */
export const koboSumColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(14, 2)',
  fromDriver: koboFromDecimal,
  toDriver: decimalFromKobo,
});
