import { CreditCard, Plus, Receipt, Settings } from 'lucide-react';
import { PageLink } from '../../../shared/ui/page-link.tsx';

const BILLS = '#bills';

const ACTIONS = [
  { label: 'Add Data Bundle', to: '/plans', icon: Plus },
  { label: 'Make Payment', to: '/payment', icon: CreditCard },
  { label: 'View Bills', to: BILLS, icon: Receipt },
  { label: 'Account Settings', to: '/profile', icon: Settings },
];

export function QuickActions() {
  return (
    <nav
      aria-label="Quick actions"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line md:grid-cols-4"
    >
      {ACTIONS.map(({ label, to, icon: ActionIcon }) => (
        <PageLink
          key={label}
          to={to}
          onClick={to === BILLS ? showBills : undefined}
          className="flex min-h-22 flex-col justify-between gap-3 bg-sheet p-4 font-semibold hover:bg-primary-tint focus-visible:-outline-offset-3 md:min-h-16 md:flex-row md:items-center md:justify-start md:px-5"
        >
          <ActionIcon className="text-primary" />
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

/** The link moves the page only when the address changes; a second click must lead there too. */
function showBills() {
  document.getElementById(BILLS.slice(1))?.scrollIntoView();
}
