import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { measuredEngine } from '../engine/measured-engine.ts';
import { simulatedEngine } from '../engine/simulated-engine.ts';
import { prefersReducedData } from '../prefers-reduced-data.ts';
import { formatPing, formatSpeed } from '../speed-figures.ts';
import { testServerOrigin } from '../test-server-origin.ts';
import { useSaveResult } from '../use-save-result.ts';
import { type SpeedTestStatus, useSpeedTest } from '../use-speed-test.ts';
import { FailedTest } from './failed-test.tsx';
import { FinishedTest } from './finished-test.tsx';
import { IdleTest } from './idle-test.tsx';
import { RunningTest } from './running-test.tsx';
import './speed-test.css';

export type SpeedTestWidgetProps = {
  /** A result was saved in the customer's history. */
  onSaved?: () => void;
  /** `simulated` invents its figures, says so and saves nothing. */
  engine?: 'measured' | 'simulated';
  /** False shows the result without keeping it. */
  save?: boolean;
  /** The speed of the customer's plan, where it is known. */
  planMbps?: number;
  /** False where there is a heading above it. */
  titled?: boolean;
};

/** Measures the line in five seconds (specification sections 2 and 4). As wide as its container. */
export function SpeedTestWidget({
  onSaved,
  engine = 'measured',
  save = true,
  planMbps,
  titled = true,
}: SpeedTestWidgetProps) {
  const t = useText();
  const simulated = engine === 'simulated';
  const runEngine = useMemo(() => (simulated ? simulatedEngine : measuredEngine(testServerOrigin())), [simulated]);
  const saved = useSaveResult(onSaved);
  const { status, start } = useSpeedTest(runEngine, (result, light) => {
    if (save && !result.simulated) saved.save({ result, light });
  });
  const [light, setLight] = useState(prefersReducedData);
  const begin = () => {
    saved.forget();
    void start(light);
  };
  const choice = { light, onLight: setLight };
  const section = useKeepFocus(status.step);
  const running = status.step === 'running';
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classNames('speed-test', running ? 'glass on-glass speed-running' : 'panel')}
      aria-label={t('Speed test')}
    >
      {titled && <h2 className="h4">{t('Speed test')}</h2>}
      <div className="speed-grid">
        {status.step === 'idle' && <IdleTest {...choice} onStart={begin} simulated={simulated} />}
        {running && <RunningTest percent={status.percent} reading={status.reading} />}
        {status.step === 'done' && (
          <FinishedTest
            {...choice}
            result={status.result}
            wasLight={status.light}
            planMbps={planMbps ?? null}
            onAgain={begin}
            onSaveAgain={saved.failed || saved.saving ? () => saved.save(status) : null}
            saving={saved.saving}
          />
        )}
        {status.step === 'failed' && (
          <FailedTest {...choice} reason={status.reason} usedBytes={status.usedBytes} onRetry={begin} />
        )}
      </div>
      <p className="sr-only" aria-live="polite">
        <Announcement status={status} />
      </p>
    </section>
  );
}

/** The pressed button disappears with its state: the focus stays in the test, not on the page. */
function useKeepFocus(step: SpeedTestStatus['step']) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [step]);
  return section;
}

/** In steps of a quarter, so that listening to it is bearable. */
function Announcement({ status }: { status: SpeedTestStatus }) {
  const t = useText();
  if (status.step === 'running') {
    return t('Speed test, {percent} percent done', { percent: Math.floor(status.percent / 25) * 25 });
  }
  if (status.step !== 'done') return null;
  const { downloadMbps, uploadMbps, pingMs } = status.result;
  return t('Download {download} Mbps, upload {upload} Mbps, ping {ping} ms', {
    download: formatSpeed(downloadMbps),
    upload: formatSpeed(uploadMbps),
    ping: formatPing(pingMs),
  });
}
