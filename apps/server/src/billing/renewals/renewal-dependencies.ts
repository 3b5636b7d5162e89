import type { Changeable } from '@portal/contract/platform/live-updates';
import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import type { Notice } from '@portal/kernel/notice';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { RenewalRules } from './renewal.policy.ts';

/** The next month of a line, as its invoice is to say. */
export type UpcomingMonth = {
  readonly userId: number;
  readonly subscriptionId: string;
  readonly periodNumber: number;
  readonly planId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly lines: readonly { readonly label: string; readonly amountKobo: number }[];
  readonly totalKobo: Kobo;
};

export type VoidReason = 'cancelled' | 'suspended' | 'postponed';

/** What the life of a subscription between two payments is made of. */
export type RenewalDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly rules: RenewalRules;
  /** What a month costs, line by line, before credit pays. */
  readonly priceMonth: (plan: {
    readonly name: string;
    readonly priceKobo: Kobo;
    readonly autoPay: boolean;
  }) => Pick<UpcomingMonth, 'lines' | 'totalKobo'>;
  /** Issues those invoices that are not there yet, and replaces open ones that say something else; the last lock to be taken. */
  readonly ensureInvoices: (tx: Transaction, months: readonly UpcomingMonth[], now: Date) => Promise<void>;
  /** Nothing is owed any more for what these lines have not paid. */
  readonly voidInvoices: (
    tx: Transaction,
    subscriptionIds: readonly string[],
    reason: VoidReason,
    now: Date,
  ) => Promise<void>;
  /** Pays the coming month from credit, in a transaction of its own; false, with nothing done, when that is impossible by now. */
  readonly payFromCredit: (order: {
    readonly userId: number;
    readonly subscriptionId: string;
    readonly periodNumber: number;
    readonly planId: string;
    readonly autoPay: boolean;
  }) => Promise<boolean>;
  /**
   * Writes down that the saved cards of these lines are to be charged, unless that was tried `since`; they are sent after the transaction. Answers with the lines of which a try is
   * undecided.
   */
  readonly scheduleCharges: (
    tx: Transaction,
    months: readonly {
      readonly userId: number;
      readonly subscriptionId: string;
      readonly periodNumber: number;
      readonly plan: { readonly id: string; readonly name: string; readonly priceKobo: Kobo };
      readonly creditKobo: Kobo;
      readonly since: Date;
    }[],
    now: Date,
  ) => Promise<ReadonlySet<string>>;
  /** What the cards are called that these lines are charged to, by line; of one whose gateway is gone nothing. */
  readonly nameCards: (tx: Transaction, subscriptionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Tells customers something, each thing once by its key. */
  readonly notify: (tx: Transaction, ...notices: readonly (Notice & { readonly key: string })[]) => Promise<void>;
  /** Has the open pages of a customer ask again. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};
