import { Info } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import type { SpeedTestResult } from '../engine/speed-test-engine.ts';
import { FULL_TEST, LIGHT_TEST } from '../engine/test-profile.ts';
import { notesOf, type ResultNote } from '../result-notes.ts';
import { formatMegabytes } from '../speed-figures.ts';
import { type ReducedDataChoice, ReducedDataSwitch } from './reduced-data-switch.tsx';
import { GaugeValue, SpeedGauge } from './speed-gauge.tsx';
import { SpeedReadings } from './speed-readings.tsx';

type FinishedTestProps = ReducedDataChoice & {
  result: SpeedTestResult;
  /** How this test was made; `light` is how the next one will be. */
  wasLight: boolean;
  planMbps: number | null;
  onAgain: () => void;
  /** Null where nothing waits to be saved. */
  onSaveAgain: (() => void) | null;
  saving: boolean;
};

/** The figures of a test, notes on them, and a button for the next one. */
export function FinishedTest(props: FinishedTestProps) {
  const { result, wasLight, light, onLight, planMbps, onAgain, onSaveAgain, saving } = props;
  const t = useText();
  const notes = result.simulated ? [] : notesOf(result, { light: wasLight, planMbps });
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
        {result.simulated ? (
          <p className="small soft">{t('These figures are invented and not saved.')}</p>
        ) : (
          <div>
            <ReducedDataSwitch light={light} onLight={onLight} />
            <DataUsed usedBytes={result.usedBytes} wasLight={wasLight} light={light} />
          </div>
        )}
      </div>
    </>
  );
}

/** The data that the test used, and what the next one would use on this line. */
function DataUsed({ usedBytes, wasLight, light }: { usedBytes: number; wasLight: boolean; light: boolean }) {
  const t = useText();
  const used = formatMegabytes(usedBytes);
  const next = formatMegabytes((usedBytes * movingMs(light)) / movingMs(wasLight));
  return (
    <p className="small soft">
      {light === wasLight
        ? t('This test used {used}. Another one uses about as much.', { used })
        : t('This test used {used}. The next one uses about {next}.', { used, next })}
    </p>
  );
}

function movingMs(light: boolean): number {
  const { downloadMs, uploadMs } = light ? LIGHT_TEST : FULL_TEST;
  return downloadMs + uploadMs;
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
