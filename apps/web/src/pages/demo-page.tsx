import { CreditCard, Layers } from 'lucide-react';
import { useGateways } from '../features/payment/api/list-gateways.ts';
import { useServicePlans } from '../features/plan/api/list-service-plans.ts';
import { formatNaira } from '../shared/format/naira.ts';
import { useSiteFacts } from '../shared/site/site-facts.ts';
import { Alert } from '../shared/ui/alert.tsx';
import { ArrowLink } from '../shared/ui/arrow-link.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { StatTile } from '../shared/ui/stat-tile.tsx';

const TOUR = [
  {
    title: 'Choose a plan',
    text: 'Every plan with its city, speed and monthly price. Choosing one asks first, then leads to payment.',
    action: 'View Plans',
    to: '/plans',
  },
  {
    title: 'Pay',
    text: 'What is due is worked out line by line. Pay through Paystack, Flutterwave or Quickteller, then verify.',
    action: 'Go to payment',
    to: '/payment',
  },
  {
    title: 'See your account',
    text: 'Your subscription, your next bill, and your payments with their receipts.',
    action: 'Go to dashboard',
    to: '/dashboard',
  },
];

/** What the portal can do now, each with the way to try it. */
export function DemoPage() {
  const { demo } = useSiteFacts();
  return (
    <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="h1">Demo</h1>
      <p className="lead mt-4 max-w-[34em]">Three things to try, in the order a new customer meets them.</p>
      {demo && (
        <Alert kind="info" className="mt-6 max-w-[640px]">
          This installation runs with demo data. Where no gateway keys are set, the payment pages are stand-ins and no
          money moves.
        </Alert>
      )}
      <Catalogue />
      <ol className="mt-8 grid gap-0 border-t border-ink md:grid-cols-3 md:gap-8">
        {TOUR.map((stop) => (
          <li key={stop.to} className="border-b border-line py-6 md:border-0">
            <h2 className="h3">{stop.title}</h2>
            <p className="soft mt-1">{stop.text}</p>
            <ArrowLink to={stop.to}>{stop.action}</ArrowLink>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Counted from what the portal sells and takes at this moment. */
function Catalogue() {
  const plans = useServicePlans();
  const gateways = useGateways();
  if (plans.isPending || gateways.isPending) return <Skeleton className="mt-8 h-40 w-full rounded-panel" />;
  return (
    <div className="mt-8 grid gap-4 sm:grid-cols-2">
      {plans.data && plans.data.length > 0 && (
        <StatTile
          label="Plans on offer"
          icon={Layers}
          figure={plans.data.length}
          context={`From ${formatNaira(Math.min(...plans.data.map((plan) => plan.price)))} a month`}
        />
      )}
      {gateways.data && (
        <StatTile
          label="Ways to pay"
          icon={CreditCard}
          figure={gateways.data.length}
          context={gateways.data.map((gateway) => gateway.name).join(', ') || 'None at the moment'}
        />
      )}
    </div>
  );
}
