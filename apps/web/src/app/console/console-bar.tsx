import type { CurrentUser } from '@portal/contract/identity/accounts';
import { setPresence } from '@portal/contract/support/staff-chat';
import { useLocation } from 'react-router';
import { PresenceButton } from '../../features/support/chat/staff/components/presence-button.tsx';
import { useInboxCount } from '../../features/support/chat/staff/use-inbox-count.ts';
import { Allowed } from '../../shared/staff/allowed.tsx';
import { useMay } from '../../shared/staff/use-may.ts';
import { Logo } from '../../shared/ui/layout/logo.tsx';
import { PageLink } from '../../shared/ui/navigation/page-link.tsx';
import { ConsoleMenu } from './console-menu.tsx';
import { mayOpen } from './console-pages.ts';
import { PaletteButton } from './palette/palette-button.tsx';

type SectionLink = {
  readonly to: string;
  readonly label: string;
  /** The address of another page that belongs to it. */
  readonly also?: string;
};

/** What staff open all day, as many as fit; the menu has the others. */
export const LINKS: readonly SectionLink[] = [
  { to: '/admin', label: 'Home' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/tickets', label: 'Tickets' },
  { to: '/admin/customers', label: 'Customers' },
  { to: '/admin/counter', label: 'Counter', also: '/admin/till-shifts' },
  { to: '/admin/payments', label: 'Payments', also: '/admin/accounting' },
  { to: '/admin/network', label: 'Network' },
  { to: '/admin/operations', label: 'Operations' },
];

/**
 * The bar on top of the console: its sections and the signed-in agent. On narrow screens the
 * sections are in the menu.
 */
export function ConsoleBar({ user }: { user: CurrentUser }) {
  return (
    <header className="console-bar on-glass">
      <ConsoleLogo />
      <nav className="console-links" aria-label="Console">
        <ConsoleLinks />
      </nav>
      <div className="console-end">
        <PaletteButton />
        <Allowed to={setPresence}>
          <PresenceButton userId={user.id} />
        </Allowed>
        <ConsoleMenu user={user}>
          <nav className="console-menu-links" aria-label="Console, menu">
            <ConsoleLinks />
          </nav>
        </ConsoleMenu>
      </div>
    </header>
  );
}

/** The brand's mark, and that this is the staff's side. */
export function ConsoleLogo() {
  return (
    <div className="console-logo">
      <Logo to="/admin" />
      <span>Staff</span>
    </div>
  );
}

function ConsoleLinks() {
  const { pathname } = useLocation();
  const count = useInboxCount();
  const may = useMay();
  return LINKS.filter((link) => mayOpen(may, link.to)).map(({ to, label, also }) => (
    <PageLink key={to} to={to} aria-current={isWithin(pathname, to) || pathname === also ? 'page' : undefined}>
      {label}
      {to === '/admin/inbox' && count > 0 && (
        <span className="console-count">
          {count} <span className="sr-only">{count === 1 ? 'chat needs you' : 'chats need you'}</span>
        </span>
      )}
    </PageLink>
  ));
}

/** Whether a page belongs to a part: its start, or anything below it. */
function isWithin(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
}
