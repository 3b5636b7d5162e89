import { LogOut } from 'lucide-react';
import { useLocation } from 'react-router';
import { LanguageChoice } from '../../shared/i18n/language-choice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { Button } from '../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';
import { Logo } from '../../shared/ui/layout/logo.tsx';
import { NavigationLink } from '../../shared/ui/navigation/page-link.tsx';
import { useLogout } from '../session/use-logout.ts';
import { BellSlot } from './bell-slot.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { navigationLinks } from './navigation.ts';

/** The bar on top of every page: links, language, and sign-in or logout. */
export function NavigationBar() {
  const t = useText();
  const user = useUser();
  const signedIn = user !== null;
  const bell = user?.role === 'customer' && <BellSlot />;
  const { logout, busy } = useLogout();
  const { pathname } = useLocation();
  const links = navigationLinks(t, user?.role);
  return (
    <header className="nav">
      <div className="wrap">
        <Logo />
        <nav className="nav-links" aria-label={t('Main')}>
          {links.map((link) => (
            <NavigationLink key={link.to} to={link.to} target={link.target}>
              {link.label}
            </NavigationLink>
          ))}
        </nav>
        <div className="nav-end">
          <LanguageChoice />
          {bell}
          {signedIn ? (
            <>
              <Button variant="quiet" busy={busy} onClick={logout}>
                {!busy && <LogOut />}
                {t('Logout')}
              </Button>
              <ButtonLink to="/dashboard" variant={pathname === '/dashboard' ? 'secondary' : 'primary'}>
                {t('Dashboard')}
              </ButtonLink>
            </>
          ) : (
            <ButtonLink to="/login">{t('Login')}</ButtonLink>
          )}
        </div>
        <div className="ml-auto flex items-center lg:hidden">
          {bell}
          <MobileMenu links={links} signedIn={signedIn} onLogout={logout} loggingOut={busy} />
        </div>
      </div>
    </header>
  );
}
