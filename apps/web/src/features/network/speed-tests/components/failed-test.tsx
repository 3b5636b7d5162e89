import { CircleAlert, RefreshCw } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import type { SpeedTestFailure } from '../engine/speed-test-engine.ts';
import { formatMegabytes } from '../speed-figures.ts';
import { type ReducedDataChoice, ReducedDataSwitch } from './reduced-data-switch.tsx';
import { SpeedGauge } from './speed-gauge.tsx';

const REASONS: Record<SpeedTestFailure, string> = {
  busy: phrase('The speed test is busy. Try again in a few seconds.'),
  limited: phrase('There were too many speed tests. Try again a little later.'),
  hidden: phrase('The test stopped because this page was in the background. Keep it open until the test is done.'),
  offline: phrase('You are offline. Connect and try again.'),
  unreachable: phrase('The test server did not answer. Check your connection and try again.'),
  unsteady: phrase('The connection stalled during the test. Try again.'),
};

type FailedTestProps = ReducedDataChoice & {
  reason: SpeedTestFailure;
  /** The data it used until it stopped. */
  usedBytes: number;
  onRetry: () => void;
};

/** No number, because it would be wrong; but the data it used. */
export function FailedTest({ reason, usedBytes, onRetry, light, onLight }: FailedTestProps) {
  const t = useText();
  return (
    <>
      <SpeedGauge mbps={null}>
        <CircleAlert className="icon-large text-bad" />
      </SpeedGauge>
      <div className="speed-side" role="alert">
        <p className="h4">{t('We could not measure your connection')}</p>
        <p className="soft">{t(REASONS[reason])}</p>
        {usedBytes > 0 && (
          <p className="small soft">
            {t('This test used about {used} until it stopped.', { used: formatMegabytes(usedBytes) })}
          </p>
        )}
        <ReducedDataSwitch light={light} onLight={onLight} />
        <div className="speed-actions">
          <Button variant="secondary" onClick={onRetry}>
            <RefreshCw />
            {t('Retry')}
          </Button>
        </div>
      </div>
    </>
  );
}
