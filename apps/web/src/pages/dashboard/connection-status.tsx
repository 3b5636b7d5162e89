import type { NetworkStatus, OwnNetworkStatus } from '@portal/contract/network/incidents';
import { TriangleAlert, Wifi, WifiOff } from 'lucide-react';
import { useOwnNetworkStatus } from '../../features/network/incidents/api/get-own-network-status.ts';
import { IncidentSummary } from '../../features/network/incidents/components/incident-summary.tsx';
import { formatMoment } from '../../shared/format/date.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../shared/ui/button/arrow-link.tsx';
import { Badge } from '../../shared/ui/feedback/badge.tsx';
import { DescriptionList } from '../../shared/ui/layout/description-list.tsx';

const LOOKS = {
  Online: { kind: 'ok', icon: Wifi },
  'Partial outage': { kind: 'warn', icon: TriangleAlert },
  'Major outage': { kind: 'bad', icon: WifiOff },
} as const;

/** The network in the area of the customer's line, with its faults and maintenance. */
export function ConnectionStatus() {
  const t = useText();
  const status = useOwnNetworkStatus();
  return (
    <section aria-labelledby="connection-status">
      <div className="mb-4 flex min-h-6 items-center justify-between gap-4">
        <h2 className="h4" id="connection-status">
          {t('Connection status')}
        </h2>
        {status.data && <ConnectionBadge connection={status.data.connection} />}
      </div>
      <AsyncBoundary
        query={status}
        failure={t('The network status could not be loaded.')}
        skeleton={<Skeleton className="h-28 w-full" />}
      >
        {(answer) => <StatusFacts status={answer} />}
      </AsyncBoundary>
    </section>
  );
}

function ConnectionBadge({ connection }: Pick<NetworkStatus, 'connection'>) {
  const t = useText();
  const { kind, icon } = LOOKS[connection];
  return (
    <Badge kind={kind} icon={icon}>
      {t(connection)}
    </Badge>
  );
}

function StatusFacts({ status }: { status: OwnNetworkStatus }) {
  const t = useText();
  return (
    <>
      <DescriptionList
        facts={[
          ...(status.area === null ? [] : [{ label: t('Area of your line'), value: status.area }]),
          { label: t('Network Quality'), value: t(status.quality) },
          { label: t('Scheduled Maintenance'), value: t(status.maintenance) },
          { label: t('Last updated'), value: formatMoment(status.updatedAt) },
        ]}
      />
      {status.incidents.length > 0 && (
        <ul className="rows mt-4 border-line border-t pt-4">
          {status.incidents.map((incident) => (
            <li key={incident.id}>
              <IncidentSummary incident={incident} />
            </li>
          ))}
        </ul>
      )}
      <ArrowLink to="/status" className="mt-3">
        {t('All areas and the last 30 days')}
      </ArrowLink>
    </>
  );
}
