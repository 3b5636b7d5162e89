import { brand } from '@portal/brand';
import { Headset, MapPin, ShieldCheck } from 'lucide-react';
import { SpeedTestOpener } from '../../../features/network/speed-tests/components/speed-test-opener.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { NarrowBeams, WideBeams } from './beams.tsx';

const SAMPLE_MBPS = 100;

export function Hero() {
  const t = useText();
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-text">
          <p className="hero-place">
            <MapPin />
            {brand.address.district}, {brand.address.city}
          </p>
          <h1 className="display">{t('Your own strand of light.')}</h1>
          <p className="lead">
            <span className="font-medium text-ink">{t('Fibre internet for homes, businesses and government.')}</span>{' '}
            {t('A line of glass runs to your door and carries up to {speed}.', { speed: brand.claims.maxSpeed })}
          </p>
          <div className="hero-actions">
            <ButtonLink to="/plans" size="large">
              {t('View Plans')}
            </ButtonLink>
            <SpeedTestOpener />
          </div>
          <ul className="hero-proof">
            <li>
              <ShieldCheck />
              {t('Secure Connection')}
            </li>
            <li>
              <Headset />
              {t('{hours} Support', { hours: brand.claims.support })}
            </li>
            <li>
              <MapPin />
              {t('{count} Cities', { count: brand.claims.soldIn.cities })}
            </li>
          </ul>
        </div>
        <div className="hero-reading on-glass">
          <div>
            <b>{SAMPLE_MBPS}</b>
            <span>Mbps</span>
          </div>
          <p>
            <span className="live" />
            {t('Sample speed on one home line')}
          </p>
        </div>
      </div>
      {/* After the text: content at its lower edge would move while the page loads. */}
      <WideBeams />
      <NarrowBeams />
    </section>
  );
}
