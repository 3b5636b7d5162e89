import { useLocation } from 'react-router';
import { useHydrated } from '../../shared/hydration/use-hydrated.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';
import { CutStrand } from './cut-strand.tsx';

/** Addresses that lead somewhere only after signing in. */
const MEMBERS_ONLY = /^\/(?:dashboard|profile|payment|demo|(?:support\/tickets|receipts|statements)\/.+)$/;

export function NotFoundPage() {
  const t = useText();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  const signedOut = useUser() === null;
  const needsSignIn = hydrated && signedOut && MEMBERS_ONLY.test(pathname);
  return (
    <div className="lost on-glass">
      <CutStrand />
      <div className="wrap">
        <p className="lost-code">404</p>
        <h1 className="display">{t('Page Not Found')}</h1>
        <p className="lead">
          {needsSignIn
            ? t('There is nothing here for visitors. If this is your account, sign in and we take you to it.')
            : t('This line is cut, but the rest of the network is fine. Check the address, or start again from here.')}
        </p>
        <div className="lost-actions">
          {needsSignIn && (
            <ButtonLink to={`/login?next=${encodeURIComponent(pathname + search)}`} variant="glass" size="large">
              {t('Sign In')}
            </ButtonLink>
          )}
          <ButtonLink to="/" variant={needsSignIn ? 'glass-outline' : 'glass'} size="large">
            {t('Go to home page')}
          </ButtonLink>
          <ButtonLink to="/support" variant="glass-outline" size="large">
            {t('Support')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
