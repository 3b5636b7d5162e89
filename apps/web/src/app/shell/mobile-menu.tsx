import { LogOut, Menu, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { LanguageRow } from '../../shared/i18n/language-choice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';
import { NavigationLink } from '../../shared/ui/navigation/page-link.tsx';
import type { NavigationEntry } from './navigation.ts';

type MobileMenuProps = {
  links: readonly NavigationEntry[];
  signedIn: boolean;
  onLogout: () => void;
  loggingOut: boolean;
};

/**
 * The same links on a narrow screen. It opens without script, and closes on choosing a link and on
 * Escape.
 */
export function MobileMenu({ links, signedIn, onLogout, loggingOut }: MobileMenuProps) {
  const t = useText();
  const menu = useRef<HTMLDetailsElement>(null);
  function closeOnLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) menu.current?.removeAttribute('open');
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    menu.current.removeAttribute('open');
    menu.current.querySelector('summary')?.focus();
  }
  return (
    <details className="menu" name="bar" ref={menu} onClick={closeOnLink} onKeyDown={closeOnEscape}>
      <summary>
        <span className="menu-open">
          {t('Menu')} <Menu />
        </span>
        <span className="menu-shut">
          {t('Close')} <X />
        </span>
      </summary>
      <div className="menu-list">
        <nav aria-label={t('Main, mobile')}>
          {links.map((link) => (
            <NavigationLink key={link.to} to={link.to} target={link.target}>
              {link.label}
            </NavigationLink>
          ))}
        </nav>
        {signedIn ? (
          <>
            <ButtonLink to="/dashboard" size="large" block>
              {t('Dashboard')}
            </ButtonLink>
            <Button variant="secondary" size="large" block busy={loggingOut} onClick={onLogout}>
              {!loggingOut && <LogOut />}
              {t('Logout')}
            </Button>
          </>
        ) : (
          <ButtonLink to="/login" size="large" block>
            {t('Login')}
          </ButtonLink>
        )}
        <LanguageRow />
      </div>
    </details>
  );
}
