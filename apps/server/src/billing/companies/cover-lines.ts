import type { Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { markAddonsPaid } from '../addons/addon.repository.ts';
import { subscriptionExtended, subscriptionsChanged } from '../events.ts';
import type { CompanyRow } from '../invoices/company-billing.repository.ts';
import { insertPeriods } from '../subscriptions/subscription.repository.ts';
import { cutAtBillingDays, proratedPrice } from './company.policy.ts';
import { advanceLine, type CompanyLine, insertInvoicedPeriods } from './company.repository.ts';

/** Gives a line of a company the time from one moment to another; the next invoice charges it. */
async function coverLine(
  tx: Transaction,
  company: Pick<CompanyRow, 'accountId' | 'billingDay'>,
  { subscription, upcoming }: CompanyLine,
  time: { readonly from: Date; readonly until: Date; readonly now: Date },
): Promise<void> {
  const { from, until, now } = time;
  const { id: subscriptionId, paidPeriods } = subscription;
  const pieces = cutAtBillingDays(from, until, company.billingDay, now);
  const invoiced = await insertInvoicedPeriods(
    tx,
    pieces.map((piece) => ({
      accountId: company.accountId,
      subscriptionId,
      planName: upcoming.planName,
      amount: proratedPrice(upcoming.priceKobo, piece),
      startsAt: piece.startsAt,
      endsAt: piece.endsAt,
      createdAt: now,
    })),
  );
  await insertInvoicedPeriods(
    tx,
    upcoming.addons.flatMap(({ id: addonId, name, priceKobo }) =>
      pieces.map((piece) => ({
        accountId: company.accountId,
        subscriptionId,
        planName: name,
        addonId,
        amount: proratedPrice(priceKobo, piece),
        startsAt: piece.startsAt,
        endsAt: piece.endsAt,
        createdAt: now,
      })),
    ),
  );
  const addonIds = upcoming.addons.map(({ id }) => id);
  await markAddonsPaid(tx, { subscriptionId, addonIds, periodNumber: paidPeriods + pieces.length });
  const begins = from <= now;
  const isLater = !begins && subscription.planId !== upcoming.planId;
  await insertPeriods(
    tx,
    invoiced.map(({ id: paymentId, startsAt, endsAt }, index) => ({
      subscriptionId,
      periodNumber: paidPeriods + 1 + index,
      planId: upcoming.planId,
      monthlyFee: upcoming.priceKobo,
      paymentId,
      startsAt,
      endsAt,
      hasStarted: begins,
    })),
  );
  const advanced = await advanceLine(tx, subscription, {
    planId: isLater ? subscription.planId : upcoming.planId,
    monthlyFee: isLater ? subscription.monthlyFee : upcoming.priceKobo,
    scheduledPlanId: isLater ? upcoming.planId : null,
    status: 'active',
    startDate: subscription.startDate ?? from,
    nextRenewal: until,
    anchorDay: company.billingDay,
    paidPeriods: paidPeriods + pieces.length,
    nextStepAt: now,
    updatedAt: now,
  });
  if (!advanced) throw new Error(`subscription ${subscriptionId} moved while it was locked`);
}

/**
 * Gives these lines of a company, which the caller has locked and which are not paused, their time
 * until a moment, and makes them active: an active one from the end of its time on, any other from
 * `now`. Time that they have beyond `until` stays as it is. Publishes what has changed.
 */
export async function coverLines(
  deps: { readonly publish: Publish },
  tx: Transaction,
  company: Pick<CompanyRow, 'accountId' | 'billingDay'>,
  lines: readonly CompanyLine[],
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<void> {
  for (const line of lines) {
    const { subscription } = line;
    const hasTime = subscription.status !== 'pending' && subscription.nextRenewal > now;
    const from = subscription.status === 'active' || hasTime ? subscription.nextRenewal : now;
    if (from < until) await coverLine(tx, company, line, { from, until, now });
    else await advanceLine(tx, subscription, { status: 'active', nextStepAt: now, updatedAt: now });
    await deps.publish(tx, subscriptionExtended, { subscriptionId: subscription.id, now });
  }
  const idsOf = (status: string) =>
    lines.filter(({ subscription }) => subscription.status === status).map(({ subscription }) => subscription.id);
  const [activated, resumed] = [idsOf('pending'), idsOf('suspended')];
  if (activated.length > 0) await deps.publish(tx, subscriptionsChanged, { ids: activated, change: 'activated' });
  if (resumed.length > 0) await deps.publish(tx, subscriptionsChanged, { ids: resumed, change: 'resumed' });
}
