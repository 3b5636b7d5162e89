import type { NetworkReport } from '@portal/contract/network/incidents';
import { CircleCheck, type LucideIcon, TriangleAlert, WifiOff, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Badge, type BadgeKind } from '../../../../shared/ui/feedback/badge.tsx';
import { useNetworkReport } from '../api/get-network-report.ts';
import { EVERYWHERE, groupIncidents, isEverywhere } from '../group-incidents.ts';
import { IncidentEntry } from './incident-entry.tsx';
import { PastIncidents } from './past-incidents.tsx';
import { StatusSlab } from './status-slab.tsx';

/**
 * The whole public status of the network: now by area, scheduled maintenance, and the last 30 days.
 */
export function StatusReport() {
  const t = useText();
  const report = useNetworkReport();
  return (
    <AsyncBoundary
      query={report}
      failure={t('The network status could not be loaded.')}
      skeleton={<Skeleton className="h-[60rem] w-full" />}
    >
      {(answer) => <Report report={answer} />}
    </AsyncBoundary>
  );
}

function Report({ report }: { report: NetworkReport }) {
  const t = useText();
  const { underWay, planned } = groupIncidents(report);
  return (
    <div className="grid items-start gap-12 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="lg:order-last">
        <StatusSlab report={report} />
      </div>
      <div className="grid min-w-0 gap-12">
        <Part title={t('By area')}>
          <Areas areas={report.areas} />
        </Part>
        {underWay.length > 0 && (
          <Part title={t('Under way')}>
            <Entries incidents={underWay} />
          </Part>
        )}
        <Part title={t('Planned maintenance')}>
          {planned.length > 0 ? (
            <Entries incidents={planned} />
          ) : (
            <p className="soft mt-3">{t('Nothing is planned. Work that we plan is announced here.')}</p>
          )}
        </Part>
        <Part title={t('The last 30 days')}>
          {report.past.length > 0 ? (
            <PastIncidents incidents={report.past} />
          ) : (
            <div className="mt-4">
              <EmptyState title={t('No faults, no maintenance')}>
                {t('Whatever happens to the network stays on this page for 30 days.')}
              </EmptyState>
            </div>
          )}
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

function Entries({ incidents }: { incidents: NetworkReport['incidents'] }) {
  return (
    <ul className="mt-4 border-ink border-t">
      {incidents.map((incident) => (
        <li key={incident.id} className="border-line border-b">
          <IncidentEntry incident={incident} />
        </li>
      ))}
    </ul>
  );
}

const LOOKS: Record<NetworkReport['connection'], { kind: BadgeKind; icon: LucideIcon }> = {
  Online: { kind: 'ok', icon: CircleCheck },
  'Partial outage': { kind: 'warn', icon: TriangleAlert },
  'Major outage': { kind: 'bad', icon: WifiOff },
};

function Areas({ areas }: Pick<NetworkReport, 'areas'>) {
  const t = useText();
  return (
    <dl className="rows mt-4 border-ink border-t pt-3.5">
      {areas.map(({ name, connection, maintenance }) => (
        <Area key={name} name={name === EVERYWHERE ? t('All areas') : name}>
          {maintenance && (
            <Badge kind="info" icon={Wrench}>
              {t('Maintenance')}
            </Badge>
          )}
          {(connection !== 'Online' || !maintenance) && <Connection connection={connection} />}
        </Area>
      ))}
      {!isEverywhere(areas) && (
        <Area name={areas.length === 0 ? t('All areas') : t('All other areas')}>
          <Connection connection="Online" />
        </Area>
      )}
    </dl>
  );
}

function Area({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <dt className="min-w-0 break-words">{name}</dt>
      <dd className="flex flex-wrap gap-2">{children}</dd>
    </div>
  );
}

function Connection({ connection }: Pick<NetworkReport, 'connection'>) {
  const t = useText();
  const { kind, icon } = LOOKS[connection];
  return (
    <Badge kind={kind} icon={icon}>
      {t(connection)}
    </Badge>
  );
}
