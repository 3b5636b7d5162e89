import {
  type GatewaySettlement,
  listSettlements,
  settlementStatuses,
} from '@portal/contract/billing/gateway-settlements';
import { collectingGateway } from '@portal/contract/billing/payments/payments';
import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSettlements } from '../api/settlements.ts';
import { ALL_SETTLEMENTS, type SettlementChoice, settlementsAt } from '../settlement-choice.ts';
import { settlementLooks } from '../settlement-labels.ts';

const GATEWAYS = collectingGateway.options.map((value) => ({ value, label: formatGateway(value) }));
const STATUSES = settlementStatuses.map((value) => ({ value, label: settlementLooks[value].label }));

const GRID = 'md:grid-cols-[minmax(0,1fr)_120px_130px_110px_130px_110px]';
const ROW = `relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-b py-3 hover:bg-sheet ${GRID}`;

/** Which settlements are listed: those with something to look at, of a gateway, in a state. */
export function SettlementFilters({ choice }: { choice: SettlementChoice }) {
  const navigate = useNavigate();
  const limit = (name: 'gateway' | 'status') => ({
    value: choice[name],
    onChange: ({ target }: { target: { value: string } }) =>
      void navigate(settlementsAt({ ...choice, [name]: target.value } as SettlementChoice), { replace: true }),
  });
  return (
    <>
      <LinkTabs
        label="Which settlements"
        current={choice.view}
        views={[
          { id: 'all', to: settlementsAt({ ...choice, view: 'all' }), label: 'All' },
          { id: 'findings', to: settlementsAt({ ...choice, view: 'findings' }), label: 'With findings' },
        ]}
      />
      <search className="mt-5 grid grid-cols-2 gap-3 *:min-w-0 max-[350px]:grid-cols-1 md:grid-cols-4">
        <SelectField label="Gateway" placeholder="Any" options={GATEWAYS} {...limit('gateway')} />
        <SelectField label="State" placeholder="Any" options={STATUSES} {...limit('status')} />
      </search>
    </>
  );
}

const isLimited = ({ view, gateway, status }: SettlementChoice) =>
  view !== ALL_SETTLEMENTS.view || gateway !== '' || status !== '';

/** The chosen settlements, newest day first; each leads to its page. */
export function SettlementList({ choice }: { choice: SettlementChoice }) {
  const settlements = useSettlements(choice);
  return (
    <AsyncBoundary
      query={settlements}
      failure="We could not load the settlements"
      skeleton={
        <div className="grid gap-3">
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} className="h-14 w-full" />
          ))}
        </div>
      }
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={choice.view === 'findings' ? 'Everything agrees' : 'No settlements'}>
            {isLimited(choice) ? 'None fits the choice above.' : 'They are read from the gateways every night.'}
          </EmptyState>
        ) : (
          <>
            <DataAsOf label="As of" path={listSettlements.path} />
            <div aria-hidden className={`small muted hidden gap-x-6 pb-2 md:grid ${GRID}`}>
              <span>Settlement</span>
              <span>State</span>
              <span className="text-right">Paid by customers</span>
              <span className="text-right">Fees</span>
              <span className="text-right">Paid out</span>
              <span className="text-right">Findings</span>
            </div>
            <ul className="border-ink border-t">
              {loaded.map((settlement) => (
                <SettlementRow key={settlement.id} settlement={settlement} />
              ))}
            </ul>
            <ShowMore query={settlements} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function SettlementRow({ settlement }: { settlement: GatewaySettlement }) {
  const { id, gateway, settlementId, status, settledOn, gross, fees, net, payments, findings } = settlement;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <PageLink
          className="semi after:absolute after:inset-0 hover:underline"
          to={`/admin/accounting/settlements/${id}`}
        >
          {formatGateway(gateway)}, {formatDate(settledOn)}
        </PageLink>
        <p className="small muted break-words">
          {settlementId}
          {payments > 0 && `, ${payments === 1 ? '1 payment' : `${payments} payments`}`}
        </p>
      </div>
      <p className="max-md:order-last">
        <StatusBadge status={status} statuses={settlementLooks} />
      </p>
      <p className="small soft text-right max-md:hidden">{formatExactNaira(gross)}</p>
      <p className="small soft text-right max-md:hidden">{formatExactNaira(fees)}</p>
      <p className="semi self-start text-right md:self-center">{formatExactNaira(net)}</p>
      <p className="text-right max-md:order-last">
        {findings > 0 ? (
          <Badge kind="warn" icon={TriangleAlert}>
            {findings === 1 ? '1 finding' : `${findings} findings`}
          </Badge>
        ) : (
          <span className="small muted max-md:hidden">None</span>
        )}
      </p>
    </li>
  );
}
