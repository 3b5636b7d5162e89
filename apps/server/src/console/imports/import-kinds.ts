import type { ImportKind } from '@portal/contract/console/imports';
import type { ImportKindRules } from './import-kind.ts';
import { balances } from './kinds/balances.ts';
import { customers } from './kinds/customers.ts';
import { invoices } from './kinds/invoices.ts';
import { lines } from './kinds/lines.ts';
import { payments } from './kinds/payments.ts';
import { tickets } from './kinds/tickets.ts';
import { vouchers } from './kinds/vouchers.ts';

/** A kind with the type of its rows hidden: what one of its functions reads, only its others get. */
const ofAny = <T>(rules: ImportKindRules<T>) => rules as unknown as ImportKindRules<unknown>;

export const importRules: Readonly<Record<ImportKind, ImportKindRules<unknown>>> = {
  customers: ofAny(customers),
  lines: ofAny(lines),
  balances: ofAny(balances),
  invoices: ofAny(invoices),
  payments: ofAny(payments),
  tickets: ofAny(tickets),
  vouchers: ofAny(vouchers),
};
