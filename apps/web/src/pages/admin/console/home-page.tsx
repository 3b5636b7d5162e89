import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { getOverview, type Overview } from '@portal/contract/console/overview';
import { Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOverview } from '../../../features/console/overview/staff/api/get-overview.ts';
import { AreaTable } from '../../../features/console/overview/staff/components/area-table.tsx';
import { AttentionList } from '../../../features/console/overview/staff/components/attention-list.tsx';
import { BarList } from '../../../features/console/overview/staff/components/bar-list.tsx';
import { CollectedSlab } from '../../../features/console/overview/staff/components/collected-slab.tsx';
import { FigurePanel } from '../../../features/console/overview/staff/components/figure-panel.tsx';
import { MovementChart } from '../../../features/console/overview/staff/components/movement-chart.tsx';
import { ageLabels, formatRoughNaira } from '../../../features/console/overview/staff/overview-labels.ts';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../shared/ui/async/data-as-of.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin: what needs somebody today, and the business in figures. */
export function HomePage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const overview = useOverview();
  // Mails of the time when the inbox was here lead to a chat.
  useEffect(() => {
    if (new URLSearchParams(search).has('chat')) void navigate(`/admin/inbox${search}`, { replace: true });
  }, [search, navigate]);
  return (
    <ConsolePageLayout>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="h2">Today</h1>
        <Allowed to={takeCounterPayment}>
          <ButtonLink to="/admin/counter">
            <Wallet />
            Take a payment
          </ButtonLink>
        </Allowed>
      </div>
      <DataAsOf label="As of" path={getOverview.path} />
      <div className="mt-5">
        <AsyncBoundary query={overview} failure="We could not load the overview" skeleton={<HomeSkeleton />}>
          {(loaded) => <Home overview={loaded} />}
        </AsyncBoundary>
      </div>
    </ConsolePageLayout>
  );
}

function HomeSkeleton() {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
      <Skeleton className="h-[32rem] w-full max-lg:order-2" />
      <Skeleton className="h-[26rem] w-full" />
    </div>
  );
}

function Home({ overview: { at, attention, figures } }: { overview: Overview }) {
  const { money, lines, movement, receivables, customers, areas } = figures;
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
      <div className="grid min-w-0 grid-cols-1 gap-5 max-lg:order-2">
        <CollectedSlab money={money} lines={lines} />
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <FigurePanel title="Lines, new and lost" kind="movement" figures={movement}>
            {(figure) => <MovementChart movement={figure} />}
          </FigurePanel>
          <FigurePanel title="Outstanding by age" kind="receivables" figures={receivables}>
            {({ ages }) => (
              <BarList
                bars={ages.map(({ age, amount }) => ({
                  label: ageLabels[age],
                  size: amount,
                  figure: formatRoughNaira(amount),
                  isBad: age === 'over-60',
                }))}
              />
            )}
          </FigurePanel>
        </div>
        <FigurePanel title="Customers" kind="customers" figures={customers}>
          {(states) => (
            <BarList
              bars={(
                [
                  ['Active', states.active],
                  ['Suspended', states.suspended],
                  ['Awaiting payment', states.awaitingPayment],
                  ['Without a plan', states.registered],
                  ['Left', states.former],
                  ['Account disabled', states.disabled],
                ] as const
              ).map(([label, size]) => ({ label, size, figure: size.toLocaleString('en-NG') }))}
            />
          )}
        </FigurePanel>
        <FigurePanel title="Use and capacity by area" kind="areas" figures={areas}>
          {(figure) => <AreaTable areas={figure} />}
        </FigurePanel>
      </div>
      <AttentionList attention={attention} at={at} />
    </div>
  );
}
