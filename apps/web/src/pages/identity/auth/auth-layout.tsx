import { brand } from '@portal/brand';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../../../shared/i18n/language-choice.tsx';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { AdireBand } from '../../../shared/ui/layout/adire-band.tsx';
import { Logo } from '../../../shared/ui/layout/logo.tsx';
import { AuthBeam } from './auth-beam.tsx';

const STATS = [
  { name: phrase('Max speed'), value: brand.claims.maxSpeed },
  { name: phrase('Uptime'), value: brand.claims.uptime },
  { name: phrase('Support'), value: brand.claims.support },
  { name: phrase('Cities'), value: brand.claims.cities },
];

/**
 * The form on paper, and beside it a slab with one line and the provider's own description. A
 * browser shows nothing before it has read `after-form` (build/write-pages.ts).
 */
export function AuthLayout({ line, children }: { line: string; children: ReactNode }) {
  const t = useText();
  return (
    <div className="auth">
      <main className="auth-main" id="main" tabIndex={-1}>
        <div className="auth-bar">
          <Logo />
          <LanguageChoice />
        </div>
        <div className="auth-form">{children}</div>
      </main>
      <aside
        className="auth-side on-glass"
        id="after-form"
        aria-label={t('About {provider}', { provider: brand.name })}
      >
        <AuthBeam />
        <div className="auth-side-text">
          <p className="h1">{line}</p>
          <dl className="auth-stats">
            {STATS.map((stat) => (
              <div key={stat.name}>
                <dt>{t(stat.name)}</dt>
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
