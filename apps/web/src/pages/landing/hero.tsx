import { Gauge, Headset, MapPin, ShieldCheck } from 'lucide-react';
import { useText } from '../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { NarrowBeams, WideBeams } from './beams.tsx';

const SAMPLE_MBPS = 100;

export function Hero() {
  const t = useText();
  return (
    <section className="hero">
      <WideBeams />
      <NarrowBeams />
      <div className="wrap">
        <div className="hero-text">
          <p className="hero-place">
            <MapPin />
            {t('Garki, Abuja')}
          </p>
          <h1 className="display">{t('Your own strand of light.')}</h1>
          <p className="lead">
            <span className="font-medium text-ink">{t('Fibre internet for homes, businesses and government.')}</span>{' '}
            {t('A line of glass runs to your door and carries up to 1Gbps.')}
          </p>
          <div className="hero-actions">
            <ButtonLink to="/plans" size="large">
              {t('View Plans')}
            </ButtonLink>
            <ButtonLink to="/support#speed" variant="secondary" size="large">
              <Gauge />
              {t('Speed Test')}
            </ButtonLink>
          </div>
          <ul className="hero-proof">
            <li>
              <ShieldCheck />
              {t('Secure Connection')}
            </li>
            <li>
              <Headset />
              {t('24/7 Support')}
            </li>
            <li>
              <MapPin />
              {t('2 Cities')}
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
    </section>
  );
}
