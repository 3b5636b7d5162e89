import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { Gauge } from 'lucide-react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { StatTile } from '../../../../shared/ui/layout/stat-tile.tsx';
import { Strands } from '../../../../shared/ui/layout/strands.tsx';
import { useSpeedTests } from '../api/list-speed-tests.ts';
import { formatSpeed, SAMPLE_SPEED } from '../speed-figures.ts';

/** The download speed of the latest test; before the first one a sample, marked as such. */
export function ConnectionSpeedCard() {
  const t = useText();
  const tests = useSpeedTests();
  return (
    <AsyncBoundary
      query={tests}
      failure={t('We could not load your speed tests')}
      skeleton={<Skeleton className="min-h-[208px] w-full rounded-panel" />}
    >
      {([latest]) => <SpeedTile latest={latest} />}
    </AsyncBoundary>
  );
}

function SpeedTile({ latest }: { latest: SpeedTest | undefined }) {
  const t = useText();
  const mbps = latest?.downloadSpeed ?? SAMPLE_SPEED;
  return (
    <StatTile
      label={t('Connection Speed')}
      icon={Gauge}
      drawing={<Strands mbps={mbps} />}
      figure={latest ? formatSpeed(mbps) : String(mbps)}
      unit="Mbps"
      context={
        latest ? (
          <span className="small">{t('Last test {moment}', { moment: formatMoment(latest.timestamp) })}</span>
        ) : (
          <span className="small flex flex-wrap items-center gap-2">
            <Badge kind="mute">{t('Sample')}</Badge>
            {t('Test your connection to see yours.')}
          </span>
        )
      }
    />
  );
}
