import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { estimateBytes, FULL_TEST, LIGHT_TEST } from '../engine/test-profile.ts';
import { formatMegabytes } from '../speed-figures.ts';
import { SpeedGauge } from './speed-gauge.tsx';

export type LightChoice = { readonly light: boolean; readonly onLight: (light: boolean) => void };

type IdleTestProps = LightChoice & { onStart: () => void; simulated: boolean };

/** Before the first test: the unlit gauge with the start button, and what the test costs. */
export function IdleTest({ light, onLight, onStart, simulated }: IdleTestProps) {
  const t = useText();
  return (
    <>
      <SpeedGauge mbps={null}>
        <p className="small soft">{light ? t('Takes 3 seconds') : t('Takes 5 seconds')}</p>
        <Button onClick={onStart}>{t('Start test')}</Button>
      </SpeedGauge>
      <div className="speed-side">
        {simulated ? (
          <p className="small soft">{t('Shows invented figures. Nothing is measured and no data is used.')}</p>
        ) : (
          <>
            <LightSwitch light={light} onLight={onLight} />
            <p className="small soft">
              {t('Measured over TCP from this browser to our server. Other traffic, Wi-Fi and the device lower it.')}
            </p>
          </>
        )}
      </div>
    </>
  );
}

/** For phones on mobile data. Says what either way costs. */
function LightSwitch({ light, onLight }: LightChoice) {
  const t = useText();
  const profile = light ? LIGHT_TEST : FULL_TEST;
  const cost = (mbps: number) => formatMegabytes(estimateBytes(profile, mbps));
  return (
    <div>
      <label className="speed-light">
        <input type="checkbox" checked={light} onChange={(event) => onLight(event.target.checked)} />
        <span className="semi">{t('Use less data')}</span>
      </label>
      <p className="small soft">
        {t('The test uses about {slow} at 10 Mbps and {fast} at 100 Mbps.', { slow: cost(10), fast: cost(100) })}
      </p>
    </div>
  );
}
