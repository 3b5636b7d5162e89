import { brand } from '@portal/brand';
import { useUser } from '../../shared/session/use-session.ts';
import { AdireBand } from '../../shared/ui/adire-band.tsx';
import { Logo } from '../../shared/ui/logo.tsx';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { SocialIcon, socialNames } from './social-icon.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const SERVICES = ['Home internet', 'Corporate and business', 'Government and institutions', 'Custom network solutions'];

const VISITOR_LINKS = [
  { to: '/login', label: 'Sign In' },
  { to: '/register', label: 'Create Account' },
  { to: '/plans', label: 'View Plans' },
];

const MEMBER_LINKS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/payment', label: 'Payment' },
  { to: '/profile', label: 'Account Settings' },
];

const LEGAL = [
  { to: '/about#privacy', label: 'Privacy Policy' },
  { to: '/about#terms', label: 'Terms of Service' },
  { to: '/about#cookies', label: 'Cookie Policy' },
];

/** The footer of public pages. */
export function FullFooter() {
  const signedIn = useUser() !== null;
  return (
    <footer className="foot on-glass">
      <AdireBand />
      <div className="wrap">
        <div className="foot-grid">
          <BrandBlock />
          <div>
            <h2>Services</h2>
            {SERVICES.map((service) => (
              <PageLink key={service} to="/plans">
                {service}
              </PageLink>
            ))}
          </div>
          <div>
            <h2>Help</h2>
            <PageLink to="/support">Help Center</PageLink>
            <PageLink to="/support#chat">Live Chat</PageLink>
            <PageLink to="/support#contact">Contact Us</PageLink>
            <PageLink to="/support#network">Network Status</PageLink>
          </div>
          <div>
            <h2>Account</h2>
            {(signedIn ? MEMBER_LINKS : VISITOR_LINKS).map((link) => (
              <PageLink key={link.to} to={link.to}>
                {link.label}
              </PageLink>
            ))}
          </div>
        </div>
        <div className="foot-end">
          <p>
            © {brand.claims.copyrightYear} {brand.name}. All rights reserved.
          </p>
          <ThemeChoice />
          {LEGAL.map((page) => (
            <PageLink key={page.to} to={page.to} className="text-on-glass-2">
              {page.label}
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
            Help Center
          </PageLink>
          <PageLink to="/support#network" className="text-on-glass-2">
            Network Status
          </PageLink>
          {LEGAL.slice(0, 2).map((page) => (
            <PageLink key={page.to} to={page.to} className="text-on-glass-2">
              {page.label}
            </PageLink>
          ))}
        </div>
      </div>
    </footer>
  );
}
