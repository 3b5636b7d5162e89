import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Kobo } from '@portal/kernel/money';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { PaymentDependencies } from '../payments/payment-dependencies.ts';

/** The time, or the data for a time, that a payment has bought. `isLast` is false once something stands on it: a later month is paid, or the extra data are used. */
export type BoughtPeriod = {
  readonly kind: 'month' | 'bundle';
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isLast: boolean;
};

/** What staff's decisions about payments are made of. */
export type RefundDependencies = PaymentDependencies & {
  /** Sums above it take a second member of staff. */
  readonly approvalAboveKobo: Kobo;
  readonly findBoughtPeriod: (queryable: Queryable, paymentId: string) => Promise<BoughtPeriod | null>;
  /** Ends what a payment bought at `now`: a month, a dearer plan or extra data; false when nothing was left of it. */
  readonly endBoughtPeriod: (
    tx: Transaction,
    order: { readonly paymentId: string; readonly now: Date },
  ) => Promise<boolean>;
  /** Whether a dearer plan that a payment bought stays all the same, for a later upgrade of the same month stands on it. */
  readonly isUnderUpgrade: (
    tx: Transaction,
    order: { readonly paymentId: string; readonly now: Date },
  ) => Promise<boolean>;
  /** Corrects the invoice that the payment has paid, by a part or by all that is left; null where it has paid none. Takes the lock of the credit notes' numbers. */
  readonly issueCreditNote: (
    tx: Transaction,
    order: { readonly paymentId: string; readonly partKobo?: Kobo; readonly now: Date },
  ) => Promise<string | null>;
  /** Lets what is done to one customer's rewards come one after the other. */
  readonly lockRewards: (tx: Transaction, referrerId: number) => Promise<void>;
  /** The tiers with a bonus, and those of them that so many friends reach. */
  readonly tierNames: readonly string[];
  readonly reachedTiers: (count: number) => readonly string[];
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};
