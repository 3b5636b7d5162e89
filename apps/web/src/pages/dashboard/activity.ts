import type { PaymentView } from '@portal/contract/billing/payments/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { SpeedTest } from '@portal/contract/network/speed-tests';
import type { Ticket } from '@portal/contract/support/tickets';

type ChangedTicket = Pick<Ticket, 'id' | 'title' | 'status' | 'updated'>;

export type Activity = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'payment'; readonly payment: PaymentView }
  | { readonly kind: 'speed-test'; readonly test: SpeedTest }
  | { readonly kind: 'ticket'; readonly ticket: ChangedTicket }
  | { readonly kind: 'plan-started' | 'plan-change'; readonly subscription: SubscriptionView }
);

export type ActivitySources = {
  readonly payments: readonly PaymentView[];
  readonly tests: readonly SpeedTest[];
  readonly tickets: readonly ChangedTicket[];
  readonly subscription: SubscriptionView | null;
};

/**
 * The events of the account, newest first, at most `limit`. A scheduled change of plan is first,
 * because the time of scheduling is not recorded. Payments that were only opened are left out.
 */
export function recentActivity({ payments, tests, tickets, subscription }: ActivitySources, limit: number): Activity[] {
  const happened: Activity[] = [
    ...payments
      .filter(({ status }) => status !== 'initialized')
      .map((payment) => ({
        kind: 'payment' as const,
        key: payment.reference,
        at: payment.paidAt ?? payment.createdAt,
        payment,
      })),
    ...tests.map((test) => ({ kind: 'speed-test' as const, key: test.id, at: test.timestamp, test })),
    ...tickets.map((ticket) => ({ kind: 'ticket' as const, key: ticket.id, at: ticket.updated, ticket })),
    ...(subscription?.startDate
      ? [{ kind: 'plan-started' as const, key: 'plan-started', at: subscription.startDate, subscription }]
      : []),
  ];
  happened.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const planned: Activity[] =
    subscription?.scheduledPlanId && subscription.nextBillingDate
      ? [{ kind: 'plan-change', key: 'plan-change', at: subscription.nextBillingDate, subscription }]
      : [];
  return [...planned, ...happened].slice(0, limit);
}
