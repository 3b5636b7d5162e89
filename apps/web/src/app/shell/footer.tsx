import { brand } from '@portal/brand';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { AdireBand } from '../../shared/ui/layout/adire-band.tsx';
import { Logo } from '../../shared/ui/layout/logo.tsx';
import { PageLink } from '../../shared/ui/navigation/page-link.tsx';
import { SocialIcon, socialNames } from './social-icon.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const SERVICES = [
  phrase('Home internet'),
  phrase('Corporate and business'),
  phrase('Government and institutions'),
  phrase('Custom network solutions'),
];

const VISITOR_LINKS = [
  { to: '/login', label: phrase('Sign In') },
  { to: '/register', label: phrase('Create Account') },
  { to: '/plans', label: phrase('View Plans') },
];

const MEMBER_LINKS = [
  { to: '/dashboard', label: phrase('Dashboard') },
  { to: '/payment', label: phrase('Payment') },
  { to: '/profile', label: phrase('Account Settings') },
];

const LEGAL = [
  { to: '/privacy', label: phrase('Privacy Policy') },
  { to: '/terms', label: phrase('Terms of Service') },
  { to: '/cookies', label: phrase('Cookie Policy') },
];

/** The footer of public pages. */
export function FullFooter() {
  const t = useText();
  const signedIn = useUser() !== null;
  return (
    <footer className="foot on-glass">
      <AdireBand />
      <div className="wrap">
        <div className="foot-grid">
          <BrandBlock />
          <div>
            <h2>{t('Services')}</h2>
            {SERVICES.map((service) => (
              <PageLink key={service} to="/plans">
                {t(service)}
              </PageLink>
            ))}
          </div>
          <div>
            <h2>{t('Help')}</h2>
            <PageLink to="/support">{t('Help Center')}</PageLink>
            <PageLink to="/support#chat">{t('Live Chat')}</PageLink>
            <PageLink to="/support#contact">{t('Contact Us')}</PageLink>
            <PageLink to="/status">{t('Network Status')}</PageLink>
          </div>
          <div>
            <h2>{t('Account')}</h2>
            {(signedIn ? MEMBER_LINKS : VISITOR_LINKS).map((link) => (
              <PageLink key={link.to} to={link.to}>
                {t(link.label)}
              </PageLink>
            ))}
          </div>
        </div>
        <div className="foot-end">
          <p>
            {t('© {year} {provider}. All rights reserved.', {
              year: brand.claims.copyrightYear,
              provider: brand.name,
            })}
          </p>
          <ThemeChoice />
          {LEGAL.map((page) => (
            <PageLink key={page.to} to={page.to} className="text-on-glass-2">
              {t(page.label)}
            </PageLink>
          ))}
        </div>
      </div>
    </footer>
  );
}

function BrandBlock() {
  return (
    <div className="foot-brand">
      <Logo />
      <address>
        {brand.address.street}, {brand.address.district}, {brand.address.city}
        <a href={brand.phone.href}>{brand.phone.label}</a>
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </address>
      <div className="foot-social">
        {brand.social.map((page) => (
          <a key={page.network} href={page.href} aria-label={socialNames[page.network]} rel="noopener noreferrer">
            <SocialIcon network={page.network} />
          </a>
        ))}
      </div>
    </div>
  );
}

/** The footer of account pages: one line. */
export function OneLineFooter() {
  const t = useText();
  return (
    <footer className="foot on-glass">
      <AdireBand />
      <div className="wrap">
        <div className="foot-end foot-end-only">
          <p>
            © {brand.claims.copyrightYear} {brand.name}. {brand.phone.label}
          </p>
          <ThemeChoice />
          <PageLink to="/support" className="text-on-glass-2">
            {t('Help Center')}
          </PageLink>
          <PageLink to="/status" className="text-on-glass-2">
            {t('Network Status')}
          </PageLink>
          {LEGAL.map((page) => (
            <PageLink key={page.to} to={page.to} className="text-on-glass-2">
              {t(page.label)}
            </PageLink>
          ))}
        </div>
      </div>
    </footer>
  );
}
