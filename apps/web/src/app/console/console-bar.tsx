import { Logo } from '../../shared/ui/logo.tsx';
import { NavigationLink } from '../../shared/ui/page-link.tsx';

const LINKS = [{ to: '/admin/audit', label: 'Audit log' }] as const;

/** The bar on top of the console: its parts, and who is at work. */
export function ConsoleBar() {
  return (
    <header className="console-bar on-glass">
      <Logo />
      <nav className="console-links" aria-label="Console">
        {LINKS.map(({ to, label }) => (
          <NavigationLink key={to} to={to}>
            {label}
          </NavigationLink>
        ))}
      </nav>
    </header>
  );
}
