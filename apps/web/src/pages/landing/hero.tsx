import { Gauge, Headset, MapPin, ShieldCheck } from 'lucide-react';
import { useText } from '../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { NarrowBeams, WideBeams } from './beams.tsx';

const SAMPLE_MBPS = 100;

export function Hero() {
  const text = useText();
  return (
    <section className="hero">
      <WideBeams />
      <NarrowBeams />
      <div className="wrap">
        <div className="hero-text">
          <p className="hero-place">
            <MapPin />
            {text.heroLocation}
          </p>
          <h1 className="display">{text.heroTitle}</h1>
          <p className="lead">
            <span className="font-medium text-ink">{text.heroSubtitle}</span> {text.heroDescription}
          </p>
          <div className="hero-actions">
            <ButtonLink to="/plans" size="large">
              {text.viewPlans}
            </ButtonLink>
            <ButtonLink to="/support#speed" variant="secondary" size="large">
              <Gauge />
              {text.speedTest}
            </ButtonLink>
          </div>
          <ul className="hero-proof">
            <li>
              <ShieldCheck />
              {text.secureConnection}
            </li>
            <li>
              <Headset />
              {text.aroundTheClock}
            </li>
            <li>
              <MapPin />
              {text.cities}
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
            {text.sampleSpeed}
          </p>
        </div>
      </div>
    </section>
  );
}
