import type { CustomerPage } from '@portal/contract/staff-customer';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { type Fact, RuledList } from '../../../../../shared/ui/ruled-list.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../../shared/ui/status-badge.tsx';

/** What the customer has with us and owes next. */
export function ServiceFacts({ customer: { subscription, credit } }: { customer: CustomerPage }) {
  const facts: Fact[] = [];
  if (subscription) {
    const { planName, status, monthlyFee, nextBillingDate, startDate, autoPay, scheduledPlanId } = subscription;
    facts.push(
      { label: 'Plan', value: planName },
      { label: 'Status', value: <StatusBadge status={status} statuses={subscriptionStatuses} /> },
      { label: 'Monthly fee', value: formatExactNaira(monthlyFee) },
    );
    if (startDate) facts.push({ label: 'Since', value: formatDate(startDate) });
    if (nextBillingDate) facts.push({ label: 'Next bill', value: formatDate(nextBillingDate) });
    if (scheduledPlanId) facts.push({ label: 'Plan change', value: 'At the next bill' });
    facts.push({ label: 'Auto-pay', value: autoPay ? 'On' : 'Off' });
  } else {
    facts.push({ label: 'Plan', value: 'None' });
  }
  facts.push({ label: 'Account credit', value: formatExactNaira(credit) });
  return <RuledList className="small" facts={facts} />;
}
