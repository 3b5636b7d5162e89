import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { autoPayConsents } from '../../platform/database/schema/billing/auto-pay.ts';
import { paymentMethods } from '../../platform/database/schema/billing/payment.ts';
import { userSubscriptions } from '../../platform/database/schema/billing/subscription.ts';
import { servicePlans } from '../../platform/database/schema/catalogue/plan.ts';
import { users } from '../../platform/database/schema/identity/account.ts';
import { lines } from '../../platform/database/schema/identity/line.ts';
import {
  isBeingRefunded,
  upcomingAddons,
  upcomingPlanId,
  upcomingPrice,
  upcomingVatRate,
} from '../pricing/upcoming-month.repository.ts';
import type { SavedMethod } from '../saved-cards/saved-card.repository.ts';
import type { PaymentRow } from './charge.repository.ts';

type Consent = typeof autoPayConsents.$inferSelect;
export type EndReason = NonNullable<Consent['endReason']>;

const isLive = isNull(autoPayConsents.endedAt);

/** The subscription of a line that is not cancelled, with its account and the plan of its next month. */
export async function findOpenSubscription(queryable: Queryable, lineId: number) {
  const [row] = await queryable
    .select({
      ...getTableColumns(userSubscriptions),
      accountId: lines.accountId,
      upcomingPlanName: servicePlans.name,
      upcomingPriceKobo: upcomingPrice,
      upcomingVatRate,
      upcomingAddons,
    })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(servicePlans, eq(servicePlans.id, upcomingPlanId))
    .where(and(eq(userSubscriptions.lineId, lineId), sql`${userSubscriptions.status} <> 'cancelled'`));
  return row ?? null;
}
export type OpenSubscription = NonNullable<Awaited<ReturnType<typeof findOpenSubscription>>>;

/**
 * Whether a subscription may be charged automatically: not while its customer's account is
 * disabled, so that they cannot switch it off, and not while a month of it is being refunded.
 */
export async function isChargedByItself(queryable: Queryable, subscriptionId: string): Promise<boolean> {
  const [row] = await queryable
    .select({ isDisabled: users.disabled, isBeingRefunded })
    .from(userSubscriptions)
    .innerJoin(lines, eq(lines.id, userSubscriptions.lineId))
    .innerJoin(users, eq(users.id, lines.accountId))
    .where(eq(userSubscriptions.id, subscriptionId));
  return row !== undefined && !row.isDisabled && !row.isBeingRefunded;
}

/** Locks all subscriptions of an account that are not cancelled until the transaction ends. */
export async function lockSubscriptionsOfAccount(tx: Transaction, accountId: number): Promise<void> {
  const ofAccount = tx.select({ id: lines.id }).from(lines).where(eq(lines.accountId, accountId));
  await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(and(inArray(userSubscriptions.lineId, ofAccount), sql`${userSubscriptions.status} <> 'cancelled'`))
    .orderBy(userSubscriptions.id)
    .for('update');
}

/** Locks a subscription until the transaction ends; null when it is cancelled. */
export async function lockSubscription(tx: Transaction, id: string) {
  const [row] = await tx
    .select()
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.id, id), sql`${userSubscriptions.status} <> 'cancelled'`))
    .for('update');
  return row ?? null;
}

/** The newest consent of a subscription, active or ended, with its card or account. */
export async function findLatestConsent(
  queryable: Queryable,
  subscriptionId: string,
): Promise<{ readonly consent: Consent; readonly card: SavedMethod } | null> {
  const [row] = await queryable
    .select({ consent: autoPayConsents, card: paymentMethods })
    .from(autoPayConsents)
    .innerJoin(paymentMethods, eq(paymentMethods.id, autoPayConsents.paymentMethodId))
    .where(eq(autoPayConsents.subscriptionId, subscriptionId))
    .orderBy(desc(isLive), desc(autoPayConsents.givenAt))
    .limit(1);
  return row ?? null;
}

/** What a customer has agreed to for a subscription, and since when. */
export type Consented = { readonly method: SavedMethod; readonly givenAt: Date };

/**
 * What customers have agreed to for these subscriptions, by subscription, in the order in which it is
 * charged: what they want first, else what they agreed to first.
 */
export async function listConsented(
  queryable: Queryable,
  subscriptionIds: readonly string[],
): Promise<Map<string, Consented[]>> {
  const rows = await queryable
    .select({
      subscriptionId: autoPayConsents.subscriptionId,
      givenAt: autoPayConsents.givenAt,
      method: paymentMethods,
    })
    .from(autoPayConsents)
    .innerJoin(paymentMethods, eq(paymentMethods.id, autoPayConsents.paymentMethodId))
    .innerJoin(userSubscriptions, eq(userSubscriptions.id, autoPayConsents.subscriptionId))
    .where(and(inArray(autoPayConsents.subscriptionId, [...subscriptionIds]), isLive, isNull(paymentMethods.removedAt)))
    .orderBy(
      sql`coalesce(${autoPayConsents.kind} = ${userSubscriptions.chargeFirst}, false) desc`,
      autoPayConsents.givenAt,
      autoPayConsents.id,
    );
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);
}

/** What may be charged for these subscriptions now, in this order: without what its owner has paused. */
export async function listChargeable(
  queryable: Queryable,
  subscriptionIds: readonly string[],
): Promise<Map<string, Consented[]>> {
  const consented = await listConsented(queryable, subscriptionIds);
  return new Map(
    [...consented]
      .map(([id, all]) => [id, all.filter(({ method }) => method.pausedAt === null)] as const)
      .filter(([, all]) => all.length > 0),
  );
}

/** Whether the payment method of a charge is a card or a mandate. */
export async function findKind(queryable: Queryable, paymentMethodId: string): Promise<SavedMethod['kind'] | null> {
  const [row] = await queryable
    .select({ kind: paymentMethods.kind })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, paymentMethodId));
  return row?.kind ?? null;
}

/** Stores what is charged first and when the customer is paid, and has the renewal checked soon. */
export async function storePreferences(
  queryable: Queryable,
  id: string,
  wish: Pick<typeof userSubscriptions.$inferSelect, 'chargeFirst' | 'salaryDay'>,
  now: Date,
): Promise<void> {
  await queryable.update(userSubscriptions).set(wish).where(eq(userSubscriptions.id, id));
  await wakeRenewal(queryable, id, now);
}

/** Has the renewals checked soon that may be charged to a method. */
export async function wakeRenewalsOf(tx: Transaction, paymentMethodId: string, now: Date): Promise<void> {
  const consented = tx
    .select({ id: autoPayConsents.subscriptionId })
    .from(autoPayConsents)
    .where(and(eq(autoPayConsents.paymentMethodId, paymentMethodId), isLive));
  await tx
    .update(userSubscriptions)
    .set({ nextStepAt: now })
    .where(and(inArray(userSubscriptions.id, consented), eq(userSubscriptions.status, 'active')));
}

/** Schedules the renewal of a locked subscription to be checked again. */
async function switchAutoPay(tx: Transaction, ids: readonly string[], autoPay: boolean, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(userSubscriptions)
    .set({
      autoPay,
      updatedAt: now,
      nextStepAt: sql`case when ${userSubscriptions.status} in ('active', 'suspended') then ${now.toISOString()}::timestamptz else ${userSubscriptions.nextStepAt} end`,
    })
    .where(inArray(userSubscriptions.id, [...ids]));
}

/**
 * Records a consent and switches auto-pay on for its subscription, which the caller has locked. Of the
 * same kind of method only one is charged for a subscription: the new one. Returns the new consent's id;
 * null when this consent is active already.
 */
export async function beginConsent(
  tx: Transaction,
  consent: {
    readonly userId: number;
    readonly subscriptionId: string;
    readonly paymentMethodId: string;
    readonly kind: SavedMethod['kind'];
    readonly wording: string;
    readonly givenAt: Date;
  },
): Promise<string | null> {
  const [live] = await tx
    .select()
    .from(autoPayConsents)
    .where(
      and(eq(autoPayConsents.subscriptionId, consent.subscriptionId), eq(autoPayConsents.kind, consent.kind), isLive),
    );
  if (live?.paymentMethodId === consent.paymentMethodId && live.wording === consent.wording) return null;
  if (live) await endConsents(tx, { id: live.id }, 'replaced', consent.givenAt);
  const [row] = await tx.insert(autoPayConsents).values(consent).returning({ id: autoPayConsents.id });
  await switchAutoPay(tx, [consent.subscriptionId], true, consent.givenAt);
  return row?.id ?? null;
}

/**
 * Ends the active consents of a subscription or payment method, and auto-pay where none is left.
 * Returns the subscriptions concerned.
 */
export async function endConsents(
  tx: Transaction,
  of: { readonly id?: string; readonly subscriptionId?: string; readonly paymentMethodId?: string },
  endReason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await tx
    .update(autoPayConsents)
    .set({ endedAt: now, endReason })
    .where(
      and(
        isLive,
        of.id === undefined ? undefined : eq(autoPayConsents.id, of.id),
        of.subscriptionId === undefined ? undefined : eq(autoPayConsents.subscriptionId, of.subscriptionId),
        of.paymentMethodId === undefined ? undefined : eq(autoPayConsents.paymentMethodId, of.paymentMethodId),
      ),
    )
    .returning({ subscriptionId: autoPayConsents.subscriptionId });
  const ids = ended.map(({ subscriptionId }) => subscriptionId);
  if (ids.length === 0) return [];
  const others = await tx
    .select({ id: autoPayConsents.subscriptionId })
    .from(autoPayConsents)
    .where(and(inArray(autoPayConsents.subscriptionId, ids), isLive));
  const goesOn = new Set(others.map(({ id }) => id));
  await switchAutoPay(
    tx,
    ids.filter((id) => !goesOn.has(id)),
    false,
    now,
  );
  await switchAutoPay(tx, [...goesOn], true, now);
  return ids;
}

/**
 * Schedules the renewal of an active subscription to be checked again soon: its charge has an
 * outcome.
 */
export async function wakeRenewal(queryable: Queryable, id: string, now: Date): Promise<void> {
  await queryable
    .update(userSubscriptions)
    .set({ nextStepAt: now })
    .where(and(eq(userSubscriptions.id, id), eq(userSubscriptions.status, 'active')));
}

/** The saved card of a payment; null where none was saved. */
export async function findCardOf(queryable: Queryable, payment: PaymentRow): Promise<SavedMethod | null> {
  const signature = payment.card?.signature ?? null;
  const [row] = await queryable
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.userId, payment.userId),
        eq(paymentMethods.provider, payment.gateway),
        isNull(paymentMethods.removedAt),
        or(
          payment.paymentMethodId === null ? undefined : eq(paymentMethods.id, payment.paymentMethodId),
          signature === null ? undefined : eq(paymentMethods.cardSignature, signature),
        ) ?? sql`false`,
      ),
    )
    .limit(1);
  return row ?? null;
}
