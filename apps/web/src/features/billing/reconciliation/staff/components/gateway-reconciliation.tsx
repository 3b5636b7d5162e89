import type { GatewayReconciliation } from '@portal/contract/billing/reconciliation';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useGatewayReconciliations } from '../../../payments/staff/api/get-accounting.ts';
import { GatewayDiscrepancies } from './gateway-discrepancies.tsx';

/**
 * What each gateway's own list says beside our ledger: where they differ, until somebody has closed
 * it, and what the reconciliation alone brought to light.
 */
export function GatewayReconciliations() {
  const reconciliations = useGatewayReconciliations();
  return (
    <AsyncBoundary
      query={reconciliations}
      failure="We could not load the reconciliation"
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No gateway has been compared yet">That happens every quarter of an hour.</EmptyState>
        ) : (
          <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
            {loaded.map((reconciliation) => (
              <li key={reconciliation.gateway} className="border-ink border-t pt-4">
                <Reconciliation reconciliation={reconciliation} />
              </li>
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Reconciliation({ reconciliation }: { reconciliation: GatewayReconciliation }) {
  const { gateway, reconciledUntil, settled, discrepancies, receivedToday, returnedToday } = reconciliation;
  return (
    <article aria-label={formatGateway(gateway)} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="h4">{formatGateway(gateway)}</h3>
        {discrepancies.length > 0 ? (
          <Badge kind="bad" icon={TriangleAlert}>
            {discrepancies.length === 1 ? '1 discrepancy' : `${discrepancies.length} discrepancies`}
          </Badge>
        ) : (
          reconciledUntil && (
            <Badge kind="ok" icon={CircleCheck}>
              Agrees
            </Badge>
          )
        )}
      </div>
      <DescriptionList
        facts={[
          { label: 'Reconciled until', value: reconciledUntil ? formatMoment(reconciledUntil) : 'Not yet' },
          { label: 'Received today', value: formatExactNaira(receivedToday) },
          { label: 'Refunded today', value: formatExactNaira(returnedToday) },
        ]}
      />
      <GatewayDiscrepancies discrepancies={discrepancies} />
      <References
        title="Found by the reconciliation"
        explanation="No notice came and nobody checked; now settled."
        references={settled}
      />
    </article>
  );
}

type ReferencesProps = { title: string; explanation: string; references: readonly string[] };

function References({ title, explanation, references }: ReferencesProps) {
  if (references.length === 0) return null;
  return (
    <div>
      <h4 className="semi">{title}</h4>
      <p className="small soft">{explanation}</p>
      <ul className="mt-1">
        {references.map((reference) => (
          <li key={reference}>
            <PageLink
              className="link inline-flex min-h-11 items-center break-all"
              to={`/admin/payments/${encodeURIComponent(reference)}`}
            >
              {reference}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
