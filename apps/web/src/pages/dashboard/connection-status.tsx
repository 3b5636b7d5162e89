import type { NetworkStatus } from '@portal/contract/network-status';
import { TriangleAlert, Wifi, WifiOff } from 'lucide-react';
import { useNetworkStatus } from '../../features/network-status/use-network-status.ts';
import { formatMoment } from '../../shared/format/date.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { QueryContent } from '../../shared/ui/query-content.tsx';
import { RuledList } from '../../shared/ui/ruled-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

const LOOKS = {
  Online: { kind: 'ok', icon: Wifi },
  'Partial outage': { kind: 'warn', icon: TriangleAlert },
  'Major outage': { kind: 'bad', icon: WifiOff },
} as const;

/** The network as staff keep it, with what is wrong where something is. */
export function ConnectionStatus() {
  const t = useText();
  const status = useNetworkStatus(true);
  return (
    <section aria-labelledby="connection-status">
      <div className="mb-4 flex min-h-6 items-center justify-between gap-4">
        <h2 className="h4" id="connection-status">
          {t('Connection status')}
        </h2>
        {status.data && <ConnectionBadge connection={status.data.connection} />}
      </div>
      <QueryContent
        query={status}
        failure={t('The network status could not be loaded.')}
        skeleton={<Skeleton className="h-28 w-full" />}
      >
        {(answer) => <StatusFacts status={answer} />}
      </QueryContent>
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

function StatusFacts({ status }: { status: NetworkStatus }) {
  const t = useText();
  return (
    <>
      <RuledList
        facts={[
          { label: t('Network Quality'), value: t(status.quality) },
          { label: t('Scheduled Maintenance'), value: t(status.maintenance) },
          { label: t('Last updated'), value: formatMoment(status.updatedAt) },
        ]}
      />
      {status.incidents.length > 0 && (
        <ul className="rows mt-4 border-line border-t pt-4">
          {status.incidents.map((incident) => (
            <li key={incident.id}>
              <p className="semi">{incident.title}</p>
              <p className="soft small">
                {t('{area}, since {start}', { area: incident.area, start: formatMoment(incident.startsAt) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
