import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import type { SpeedTestReading } from '../engine/speed-test-engine.ts';
import { GaugeValue, SpeedGauge } from './speed-gauge.tsx';
import { type Readings, SpeedReadings } from './speed-readings.tsx';

const PHASES: Record<SpeedTestReading['phase'], string> = {
  ping: phrase('Ping'),
  download: phrase('Mbps download'),
  upload: phrase('Mbps upload'),
};

/** A test that runs: the gauge follows the line, the sheath the clock. */
export function RunningTest({ percent, reading }: { percent: number; reading: SpeedTestReading }) {
  const t = useText();
  const { phase, mbps } = reading;
  return (
    <>
      <SpeedGauge mbps={mbps}>
        {mbps === null ? <b>…</b> : <GaugeValue mbps={mbps} />}
        <span>{t(PHASES[phase])}</span>
      </SpeedGauge>
      <div className="speed-side">
        <div className="speed-progress">
          <p>
            <span>{t('Testing your connection...')}</span>
            <span className="semi">{percent}%</span>
          </p>
          <div
            className="meter"
            role="progressbar"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-label={t('Speed test progress')}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
        </div>
        <SpeedReadings readings={readingsOf(reading)} waiting={t('Next')} />
      </div>
    </>
  );
}

function readingsOf({ phase, mbps, pingMs, downloadMbps }: SpeedTestReading): Readings {
  return {
    pingMs,
    downloadMbps: downloadMbps ?? (phase === 'download' ? mbps : null),
    uploadMbps: phase === 'upload' ? mbps : null,
  };
}
