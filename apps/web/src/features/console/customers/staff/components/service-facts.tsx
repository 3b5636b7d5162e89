import type { CustomerPage } from '@portal/contract/console/customers';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useSiteFacts } from '../../../../../shared/site/site-facts.ts';
import { StatusBadge, subscriptionStatuses } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';

const STATES = { on: 'On', off: 'Off', stopped: 'Stopped: declined for good, or ended at the bank' };
const METHODS = {
  charged: 'charged',
  paused: 'paused by the customer',
  'awaiting-approval': 'mandate not approved yet',
  approved: 'mandate approved, the bank has not activated it',
};
const TRIES = { charging: 'Under way', confirm: 'The bank waits for the customer', declined: 'Declined' };

function autoPayFacts({ state, card, methods, next, attempt }: CustomerPage['autoPay']): Fact[] {
  return [
    { label: 'Auto-pay', value: card === null ? STATES[state] : `${STATES[state]}, ${card}` },
    ...methods
      .filter(({ label, state: each }) => label !== card || each !== 'charged')
      .map((method) => ({ label: 'Payment method', value: `${method.label}: ${METHODS[method.state]}` })),
    ...(next ? [{ label: 'Next charge', value: `${formatDate(next.at)}, ${formatExactNaira(next.amount)}` }] : []),
    ...(attempt ? [{ label: 'Last charge', value: TRIES[attempt] }] : []),
  ];
}

/** What the customer has with us and owes next. */
export function ServiceFacts({ customer: { subscription, autoPay, credit } }: { customer: CustomerPage }) {
  const { vatExtra, vatPercent } = useSiteFacts();
  const facts: Fact[] = [];
  if (subscription) {
    const { planName, status, monthlyFee, nextBillingDate, startDate, scheduledPlanId } = subscription;
    facts.push(
      { label: 'Plan', value: planName },
      { label: 'Status', value: <StatusBadge status={status} statuses={subscriptionStatuses} /> },
      { label: 'Monthly fee', value: `${formatExactNaira(monthlyFee)}${vatExtra ? ` plus ${vatPercent}% VAT` : ''}` },
    );
    if (startDate) facts.push({ label: 'Since', value: formatDate(startDate) });
    if (nextBillingDate) facts.push({ label: 'Next bill', value: formatDate(nextBillingDate) });
    if (scheduledPlanId) facts.push({ label: 'Plan change', value: 'At the next bill' });
    facts.push(...autoPayFacts(autoPay));
  } else {
    facts.push({ label: 'Plan', value: 'None' });
  }
  facts.push({ label: 'Account credit', value: formatExactNaira(credit) });
  return <DescriptionList className="small" facts={facts} />;
}
