import { brand } from '@portal/brand';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../../shared/i18n/language-choice.tsx';
import { AdireBand } from '../../shared/ui/adire-band.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import { AuthBeam } from './auth-beam.tsx';

const STATS = [
  { name: 'Max speed', value: brand.claims.maxSpeed },
  { name: 'Uptime', value: brand.claims.uptime },
  { name: 'Support', value: brand.claims.support },
  { name: 'Cities', value: brand.claims.cities },
];

/** The form on paper, and beside it a slab with one line and what the provider says of itself. */
export function AuthLayout({ line, children }: { line: string; children: ReactNode }) {
  return (
    <div className="auth">
      <main className="auth-main" id="main" tabIndex={-1}>
        <div className="auth-bar">
          <Logo />
          <LanguageChoice />
        </div>
        <div className="auth-form">{children}</div>
      </main>
      <aside className="auth-side on-glass" aria-label={`About ${brand.name}`}>
        <AuthBeam />
        <div className="auth-side-text">
          <p className="h1">{line}</p>
          <dl className="auth-stats">
            {STATS.map((stat) => (
              <div key={stat.name}>
                <dt>{stat.name}</dt>
                <dd>{stat.value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <AdireBand />
      </aside>
    </div>
  );
}
