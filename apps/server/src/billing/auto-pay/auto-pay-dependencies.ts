import type { Changeable } from '@portal/contract/platform/live-updates';
import type { Clock } from '@portal/kernel/clock';
import type { Kobo } from '@portal/kernel/money';
import type { Notice } from '@portal/kernel/notice';
import type { FastifyBaseLogger } from 'fastify';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { PaymentRow } from './charge.repository.ts';

/** A card that a payment was made with; `token` is null where it cannot be charged again. */
export type PaidCard = { readonly label: NonNullable<PaymentRow['card']>; readonly token: string | null };

/** See the payment feature's gateways. */
type ChargeAnswer =
  | { readonly kind: 'attempted' }
  | { readonly kind: 'confirmation'; readonly url: string; readonly gatewayReference: string | null }
  | { readonly kind: 'refused' | 'unauthorized' | 'not-sent' | 'unknown'; readonly reason: string };

/** A gateway that charges cards again. */
export type CardGateway = {
  readonly id: string;
  readonly name: string;
  readonly charge: (order: {
    readonly reference: string;
    readonly amountKobo: Kobo;
    readonly token: string;
    readonly email: string;
    readonly description: string;
  }) => Promise<ChargeAnswer>;
  readonly forget: (token: string) => Promise<boolean>;
};

/** One month of a plan on auto-pay, credit taken off. */
export type MonthPrice = {
  readonly quote: PaymentRow['quote'];
  readonly totalKobo: Kobo;
  readonly creditUsedKobo: Kobo;
  readonly savingKobo: Kobo;
};

type Plan = { readonly name: string; readonly priceKobo: Kobo };

export type Tell = (tx: Transaction, notice: Notice & { readonly key: string }) => Promise<void>;

/** What keeping a card, and what follows when one is not charged, are made of. */
export type CardDependencies = {
  readonly gateways: readonly Pick<CardGateway, 'id' | 'name'>[];
  readonly encryption: Encryption;
  /** How many days a line stays on after its paid time has ended. */
  readonly graceDays: number;
  readonly notify: Tell;
};

/** Everything that automatic renewals are made of. */
export type AutoPayDependencies = Omit<CardDependencies, 'gateways'> & {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly gateways: readonly CardGateway[];
  readonly gatewayTimeoutMs: number;
  readonly newReference: () => string;
  readonly priceMonth: (plan: Plan, creditKobo: Kobo) => MonthPrice;
  readonly findCredit: (queryable: Queryable, userId: number) => Promise<Kobo>;
  /** Whether a link leads to a payment page of a gateway. */
  readonly isCheckoutLink: (link: string) => boolean;
  /** Asks the gateway about one of its own payments; null when it gave no answer. */
  readonly findPaidCard: (payment: PaymentRow) => Promise<PaidCard | 'none' | null>;
  /** The one path from a gateway's word to the books. */
  readonly settle: (charge: PaymentRow) => Promise<unknown>;
  /** Nothing was charged under this reference. */
  readonly fail: (charge: PaymentRow, reason: string) => Promise<void>;
  /** Where the customer's bank waits for a yes. */
  readonly noteConfirmation: (
    tx: Transaction,
    charge: PaymentRow,
    opened: { readonly authorizationUrl: string; readonly gatewayReference: string | null; readonly now: Date },
  ) => Promise<void>;
  /** Has the open pages of a customer ask again. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: number, what: Changeable) => void;
};
