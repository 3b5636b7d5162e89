import { SpeedTestWidget } from '../../../features/network/speed-tests/components/speed-test-widget.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';

/** The widget with invented figures, said to be so; the real one is on the dashboard. */
export function SpeedTestDemo() {
  const t = useText();
  return (
    <section className="mt-16 grid items-start gap-6 lg:grid-cols-[1fr_480px] lg:gap-16" aria-labelledby="speed-title">
      <div>
        <h2 className="h2" id="speed-title">
          {t('Speed test, simulated')}
        </h2>
        <p className="soft mt-3 max-w-[34em]">
          {t('Here the figures are invented, so that the test can be seen on any line. Nothing is measured or saved.')}
        </p>
        <ArrowLink to="/dashboard?tab=speedtest" className="mt-2">
          {t('Measure your own line')}
        </ArrowLink>
      </div>
      <SpeedTestWidget engine="simulated" titled={false} />
    </section>
  );
}
