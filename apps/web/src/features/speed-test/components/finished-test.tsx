import { Info } from 'lucide-react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { SpeedTestResult } from '../engine/speed-test-engine.ts';
import { notesOf, type ResultNote } from '../result-notes.ts';
import { formatMegabytes } from '../speed-figures.ts';
import { GaugeValue, SpeedGauge } from './speed-gauge.tsx';
import { SpeedReadings } from './speed-readings.tsx';

type FinishedTestProps = {
  result: SpeedTestResult;
  light: boolean;
  planMbps: number | null;
  onAgain: () => void;
  /** Null where nothing waits to be saved. */
  onSaveAgain: (() => void) | null;
  saving: boolean;
};

/** The figures of a test, what has to be said about them, and the way to the next one. */
export function FinishedTest({ result, light, planMbps, onAgain, onSaveAgain, saving }: FinishedTestProps) {
  const t = useText();
  const notes = result.simulated ? [] : notesOf(result, { light, planMbps });
  return (
    <>
      <SpeedGauge mbps={result.downloadMbps}>
        <GaugeValue mbps={result.downloadMbps} />
        <span>{t('Mbps download')}</span>
        {result.simulated && <Badge kind="warn">{t('Simulated')}</Badge>}
      </SpeedGauge>
      <div className="speed-side">
        <SpeedReadings readings={result} />
        <Notes notes={notes} />
        <div className="speed-actions">
          <Button variant="secondary" onClick={onAgain}>
            {t('Test Again')}
          </Button>
          {onSaveAgain && (
            <Button variant="secondary" busy={saving} busyLabel={t('Saving...')} onClick={onSaveAgain}>
              {t('Save result')}
            </Button>
          )}
        </div>
        <p className="small soft">
          {result.simulated
            ? t('These figures are invented and not saved.')
            : t('This test used {used}. Another one uses about as much.', { used: formatMegabytes(result.usedBytes) })}
        </p>
      </div>
    </>
  );
}

function Notes({ notes }: { notes: readonly ResultNote[] }) {
  const t = useText();
  if (notes.length === 0) return null;
  return (
    <ul className="speed-notes">
      {notes.map(({ text, values }) => (
        <li key={text}>
          <Info />
          {t(text, values)}
        </li>
      ))}
    </ul>
  );
}
