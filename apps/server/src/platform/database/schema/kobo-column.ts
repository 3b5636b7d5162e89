import { decimalFromKobo, type Kobo, koboFromDecimal } from '@portal/kernel/money';
import { customType } from 'drizzle-orm/pg-core';

const columnOf = (digits: number) =>
  customType<{ data: Kobo; driverData: string }>({
    dataType: () => `numeric(${digits}, 2)`,
    fromDriver: koboFromDecimal,
    toDriver: decimalFromKobo,
  });

/** decimal(15,2) naira in the database, up to LARGEST_SUM_KOBO, signed; integer kobo in the program. */
export const koboColumn = columnOf(15);

/** decimal(10,2), up to LARGEST_PRICE_KOBO: as the specification has the price of a plan and a reward. */
export const priceColumn = columnOf(10);
