import type { SubscriptionView } from '@portal/contract/subscription';
import { formatDate } from '../../../shared/format/date.ts';
import { formatExactNaira } from '../../../shared/format/naira.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../shared/ui/status-badge.tsx';
import { nextBill } from '../next-bill.ts';

export type DashboardHeadingProps = {
  firstName: string;
  /** Undefined while it is on its way. */
  subscription: SubscriptionView | null | undefined;
  /** Naira due at the next bill, where it is known. */
  amountDue: number | undefined;
};

/** The greeting, the plan with its status, and the next bill. */
export function DashboardHeading({ firstName, subscription, amountDue }: DashboardHeadingProps) {
  const t = useText();
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-[1fr_auto] md:items-end">
      <div className="min-w-0">
        <h1 className="h1 break-words">{t('Welcome back, {name}', { name: firstName })}</h1>
        <div className="soft mt-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          <PlanLine subscription={subscription} />
        </div>
      </div>
      {subscription && <NextBillLine subscription={subscription} amountDue={amountDue} />}
    </div>
  );
}

function PlanLine({ subscription }: Pick<DashboardHeadingProps, 'subscription'>) {
  const t = useText();
  if (subscription === undefined) return <Skeleton className="h-5 w-56" />;
  if (subscription === null) return <span>{t('You have no plan yet.')}</span>;
  return (
    <>
      <span>{subscription.planName}</span>
      <StatusBadge status={subscription.status} statuses={subscriptionStatuses} />
    </>
  );
}

const LABELS = {
  'first-payment': phrase('First payment'),
  overdue: phrase('Payment overdue'),
};

function NextBillLine({ subscription, amountDue }: { subscription: SubscriptionView; amountDue: number | undefined }) {
  const t = useText();
  const bill = nextBill(subscription);
  if (bill.kind === 'none') return null;
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3 md:grid md:justify-items-end md:border-0 md:pt-0">
      <span className="soft small">
        {bill.kind === 'renewal' ? t('Next bill, {date}', { date: formatDate(bill.dueAt) }) : t(LABELS[bill.kind])}
      </span>
      <span className="h3">{formatExactNaira(amountDue ?? subscription.monthlyFee)}</span>
    </p>
  );
}
