import type { CurrentUser } from '@portal/contract/identity/accounts';
import {
  ChevronDown,
  Download,
  Globe,
  LogOut,
  Megaphone,
  Menu,
  MessageSquareText,
  ShieldCheck,
  Upload,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { clearAgentStorage } from '../../features/support/chat/staff/agent-storage.ts';
import { DisclosureMenu } from '../../shared/ui/navigation/disclosure-menu.tsx';
import { NavigationLink } from '../../shared/ui/navigation/page-link.tsx';
import { useLogout } from '../session/use-logout.ts';
import { ThemeChoice } from '../shell/theme-choice.tsx';

/** The agent's own menu; on narrow screens the console's sections come first (`children`). */
export function ConsoleMenu({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { logout, busy } = useLogout();
  function leave() {
    if (busy) return;
    clearAgentStorage(sessionStorage);
    logout();
  }
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return (
    <DisclosureMenu className="console-menu" summary={<MenuButton name={name} />}>
      <div className="console-menu-list">
        {children}
        <p className="muted small truncate px-3 pt-3 pb-1">{user.email}</p>
        <NavigationLink to="/admin/security">
          <ShieldCheck />
          Security
        </NavigationLink>
        <NavigationLink to="/admin/announcements">
          <Megaphone />
          Announcements
        </NavigationLink>
        <NavigationLink to="/admin/saved-replies">
          <MessageSquareText />
          Saved replies
        </NavigationLink>
        <NavigationLink to="/admin/exports">
          <Download />
          Exports
        </NavigationLink>
        <NavigationLink to="/admin/imports">
          <Upload />
          Imports
        </NavigationLink>
        <NavigationLink to="/admin/webhooks">
          <Webhook />
          Webhooks
        </NavigationLink>
        <a href="/">
          <Globe />
          Customer site
        </a>
        <ThemeChoice />
        <button type="button" aria-busy={busy || undefined} onClick={leave}>
          <LogOut />
          Logout
        </button>
      </div>
    </DisclosureMenu>
  );
}

function MenuButton({ name }: { name: string }) {
  return (
    <>
      <span className="console-menu-name">{name}</span>
      <ChevronDown className="console-menu-name icon-small" />
      <Menu className="console-menu-icon" />
      <span className="sr-only">Menu</span>
    </>
  );
}
