import { Activity, Download, type LucideIcon, Timer, TimerReset, Upload } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { formatPing, formatSpeed } from '../speed-figures.ts';

/** `undefined` is not shown at all; null is pending, shown as `waiting`. */
export type Readings = {
  readonly pingMs: number | null;
  readonly downloadMbps: number | null;
  readonly uploadMbps: number | null;
  readonly jitterMs?: number | null;
  readonly loadedPingMs?: number | null;
};

/** The figures of a test as a ruled list. */
export function SpeedReadings({ readings, waiting = '' }: { readings: Readings; waiting?: string }) {
  const t = useText();
  const { pingMs, downloadMbps, uploadMbps, jitterMs, loadedPingMs } = readings;
  const speed = (mbps: number | null) => (mbps === null ? null : formatSpeed(mbps));
  const time = (ms: number | null) => (ms === null ? null : formatPing(ms));
  return (
    <dl className="speed-readings">
      <Reading icon={Timer} label={t('Ping')} value={time(pingMs)} unit="ms" waiting={waiting} />
      <Reading icon={Download} label={t('Download')} value={speed(downloadMbps)} unit="Mbps" waiting={waiting} />
      <Reading icon={Upload} label={t('Upload')} value={speed(uploadMbps)} unit="Mbps" waiting={waiting} />
      {typeof jitterMs === 'number' && (
        <Reading icon={Activity} label={t('Jitter')} value={formatSpeed(jitterMs)} unit="ms" detail />
      )}
      {typeof loadedPingMs === 'number' && (
        <Reading icon={TimerReset} label={t('Ping while busy')} value={formatPing(loadedPingMs)} unit="ms" detail />
      )}
    </dl>
  );
}

type ReadingProps = {
  icon: LucideIcon;
  label: string;
  value: string | null;
  unit: string;
  waiting?: string;
  detail?: boolean;
};

function Reading({ icon: ReadingIcon, label, value, unit, waiting, detail = false }: ReadingProps) {
  return (
    <div className={detail ? 'speed-detail' : undefined}>
      <dt>
        <ReadingIcon />
        {label}
      </dt>
      {value === null ? (
        <dd className="speed-waiting">{waiting}</dd>
      ) : (
        <dd>
          {value} <span className="unit">{unit}</span>
        </dd>
      )}
    </div>
  );
}
