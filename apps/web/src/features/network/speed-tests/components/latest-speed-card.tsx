import type { SpeedTest } from '@portal/contract/network/speed-tests';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useSpeedTests } from '../api/list-speed-tests.ts';
import { formatPing, formatSpeed, SAMPLE_SPEED } from '../speed-figures.ts';

/**
 * All three measures of the latest test; before the first one the sample download, marked as such.
 */
export function LatestSpeedCard() {
  const t = useText();
  const tests = useSpeedTests();
  return (
    <AsyncBoundary
      query={tests}
      failure={t('We could not load your speed tests')}
      skeleton={<Skeleton className="min-h-[212px] w-full rounded-panel" />}
    >
      {([latest]) => (
        <Panel>
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
            <h2 className="h4">{t('Latest speed')}</h2>
            {latest ? (
              <span className="soft small">{formatMoment(latest.timestamp)}</span>
            ) : (
              <Badge kind="mute">{t('Sample')}</Badge>
            )}
          </div>
          <Measures latest={latest} />
        </Panel>
      )}
    </AsyncBoundary>
  );
}

function Measures({ latest }: { latest: SpeedTest | undefined }) {
  const t = useText();
  return (
    <dl className="mt-5 grid grid-cols-2 gap-4">
      <div className="col-span-2">
        <dt className="soft small">{t('Download')}</dt>
        <dd className="font-light text-[clamp(3rem,2.6rem+1.6vw,4rem)] leading-none tracking-[-0.04em]">
          {latest ? formatSpeed(latest.downloadSpeed) : SAMPLE_SPEED}
          <span className="unit">Mbps</span>
        </dd>
      </div>
      <Measure label={t('Upload')} unit="Mbps">
        {latest && formatSpeed(latest.uploadSpeed)}
      </Measure>
      <Measure label={t('Ping')} unit="ms">
        {latest && formatPing(latest.ping)}
      </Measure>
    </dl>
  );
}

function Measure({ label, unit, children }: { label: string; unit: string; children: ReactNode }) {
  const t = useText();
  return (
    <div>
      <dt className="soft small">{label}</dt>
      {children === undefined ? (
        <dd className="soft">{t('Not measured yet')}</dd>
      ) : (
        <dd className="font-light text-[1.5rem] leading-[1.2] tracking-[-0.02em]">
          {children}
          <span className="unit">{unit}</span>
        </dd>
      )}
    </div>
  );
}
