import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { Transaction } from '../../platform/database/connection.ts';

/** What is done in the transaction of a change, with its outcome: staff's changes are told and audited. */
export type Also = (tx: Transaction, subscription: SubscriptionView | null) => Promise<void>;

export const nothingElse: Also = async () => undefined;
