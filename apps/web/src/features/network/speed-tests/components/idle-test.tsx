import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { estimateBytes, FULL_TEST, LIGHT_TEST } from '../engine/test-profile.ts';
import { formatMegabytes } from '../speed-figures.ts';
import { testServerOrigin } from '../test-server-origin.ts';
import { type ReducedDataChoice, ReducedDataSwitch } from './reduced-data-switch.tsx';
import { SpeedGauge } from './speed-gauge.tsx';

type IdleTestProps = ReducedDataChoice & { onStart: () => void; simulated: boolean };

/**
 * Before the first test: the unlit gauge with the start button, and the data that the test uses.
 */
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
            <div>
              <ReducedDataSwitch light={light} onLight={onLight} />
              <TestCost light={light} />
            </div>
            <p className="small soft">
              <WhatIsMeasured />
            </p>
          </>
        )}
      </div>
    </>
  );
}

/** The data that either kind of test uses. */
function TestCost({ light }: { light: boolean }) {
  const t = useText();
  const profile = light ? LIGHT_TEST : FULL_TEST;
  const cost = (mbps: number) => formatMegabytes(estimateBytes(profile, mbps));
  return (
    <p className="small soft">
      {t('The test uses about {slow} at 10 Mbps and {fast} at 100 Mbps.', { slow: cost(10), fast: cost(100) })}
    </p>
  );
}

/**
 * The server that the figures are measured against. Named where it is not this site, whether our
 * own server at the edge or a foreign one: before the test that is unknown.
 */
function WhatIsMeasured() {
  const t = useText();
  const { origin, host } = new URL(testServerOrigin());
  if (origin === location.origin) {
    return t('Measured over TCP from this browser to our server. Other traffic, Wi-Fi and the device lower it.');
  }
  return t('Measured over TCP from this browser to {server}. Other traffic, Wi-Fi and the device lower it.', {
    server: host,
  });
}
