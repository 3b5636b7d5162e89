import { DEMO_CARD } from '@portal/sandbox/sandbox-options';
import { lt } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { paymentMethods } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';

/**
 * The renewals of demo subscriptions are due from now on, or every step of their past months would
 * be late.
 */
export async function moveStepsTo(tx: Transaction, now: Date): Promise<void> {
  await tx.update(userSubscriptions).set({ nextStepAt: now }).where(lt(userSubscriptions.nextStepAt, now));
}

/** The card that the demo customer has saved. */
export async function seedSavedCard(
  tx: Transaction,
  person: {
    readonly userId: number;
    readonly joinedAt: Date;
    readonly now: Date;
    readonly encrypt: (text: string) => string;
  },
): Promise<void> {
  const { userId, joinedAt, now } = person;
  await tx.insert(paymentMethods).values({
    userId,
    provider: 'paystack',
    reference: person.encrypt(DEMO_CARD.code),
    email: DEMO_CARD.email,
    isDefault: true,
    cardBrand: 'Visa',
    cardLastFour: '4081',
    cardExpiry: `${now.getUTCFullYear() + 2}-08`,
    createdAt: joinedAt,
  });
}
