import type { CurrentUser } from '@portal/contract/identity/accounts';
import {
  ChevronDown,
  Download,
  Gift,
  Globe,
  HandCoins,
  Keyboard,
  KeyRound,
  ListChecks,
  LogOut,
  Mails,
  Megaphone,
  Menu,
  MessageSquareText,
  PhoneOutgoing,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Store,
  Tag,
  Ticket,
  Upload,
  Users,
  Webhook,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { clearAgentStorage } from '../../features/support/chat/staff/agent-storage.ts';
import { ShortcutHelp } from '../../shared/staff/shortcuts/shortcut-help.tsx';
import { useMay } from '../../shared/staff/use-may.ts';
import { DisclosureMenu } from '../../shared/ui/navigation/disclosure-menu.tsx';
import { NavigationLink } from '../../shared/ui/navigation/page-link.tsx';
import { useLogout } from '../session/use-logout.ts';
import { ThemeChoice } from '../shell/theme-choice.tsx';
import { mayOpen } from './console-pages.ts';

const MENU = [
  { to: '/admin/security', label: 'Security', icon: ShieldCheck },
  { to: '/admin/collections', label: 'Who owes', icon: PhoneOutgoing },
  { to: '/admin/vouchers', label: 'Vouchers', icon: Ticket },
  { to: '/admin/agents', label: 'Agents', icon: Store },
  { to: '/admin/agent-counter', label: 'Agent counter', icon: HandCoins },
  { to: '/admin/plans', label: 'Plans', icon: Tag },
  { to: '/admin/referrals', label: 'Referrals', icon: Gift },
  { to: '/admin/staff', label: 'Staff', icon: Users },
  { to: '/admin/announcements', label: 'Announcements', icon: Megaphone },
  { to: '/admin/saved-replies', label: 'Saved replies', icon: MessageSquareText },
  { to: '/admin/inbound-mails', label: 'Inbound mail', icon: Mails },
  { to: '/admin/whatsapp', label: 'WhatsApp', icon: Smartphone },
  { to: '/admin/bulk-actions', label: 'Bulk actions', icon: ListChecks },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
  { to: '/admin/exports', label: 'Exports', icon: Download },
  { to: '/admin/imports', label: 'Imports', icon: Upload },
  { to: '/admin/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/admin/api-keys', label: 'API keys', icon: KeyRound },
  { to: '/admin/audit', label: 'Audit log', icon: ScrollText },
  { to: '/admin/security-incidents', label: 'Security incidents', icon: ShieldAlert },
  { to: '/admin/grievances', label: 'Grievances', icon: Scale },
] as const;

/** The agent's own menu; on narrow screens the console's sections come first (`children`). */
export function ConsoleMenu({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { logout, busy } = useLogout();
  const may = useMay();
  const [helping, setHelping] = useState(false);
  function leave() {
    if (busy) return;
    clearAgentStorage(sessionStorage);
    logout();
  }
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return (
    <>
      <DisclosureMenu className="console-menu" summary={<MenuButton name={name} />}>
        <div className="console-menu-list">
          {children}
          <p className="muted small truncate px-3 pt-3 pb-1">{user.email}</p>
          {MENU.filter(({ to }) => mayOpen(may, to)).map(({ to, label, icon: Icon }) => (
            <NavigationLink key={to} to={to}>
              <Icon />
              {label}
            </NavigationLink>
          ))}
          <a href="/">
            <Globe />
            Customer site
          </a>
          <button type="button" onClick={() => setHelping(true)}>
            <Keyboard />
            Keyboard shortcuts
          </button>
          <ThemeChoice />
          <button type="button" aria-busy={busy || undefined} onClick={leave}>
            <LogOut />
            Logout
          </button>
        </div>
      </DisclosureMenu>
      <ShortcutHelp open={helping} onOpen={() => setHelping(true)} onClose={() => setHelping(false)} />
    </>
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
