import { CreditCard, Plus, Receipt, Settings } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';

export type QuickActionsProps = {
  /** Where the bills are, seen from this page. */
  bills: string;
};

/** The four ways onward of the overview (specification section 2); those about money for who may pay. */
export function QuickActions({ bills }: QuickActionsProps) {
  const t = useText();
  const mayPay = useHasRole('billing');
  const actions = [
    ...(mayPay
      ? [
          { label: phrase('Add Data Bundle'), to: '/plans', icon: Plus },
          { label: phrase('Make Payment'), to: '/payment', icon: CreditCard },
          { label: phrase('View Bills'), to: bills, icon: Receipt },
        ]
      : []),
    { label: phrase('Account Settings'), to: '/profile', icon: Settings },
  ];
  return (
    <nav
      aria-label={t('Quick actions')}
      className={classNames(
        'grid gap-px overflow-hidden rounded-panel border border-line bg-line',
        mayPay && 'grid-cols-2 md:grid-cols-4',
      )}
    >
      {actions.map(({ label, to, icon: ActionIcon }) => (
        <PageLink
          key={label}
          to={to}
          className="flex min-h-22 flex-col justify-between gap-3 bg-sheet p-4 font-semibold hover:bg-primary-tint focus-visible:-outline-offset-3 md:min-h-16 md:flex-row md:items-center md:justify-start md:px-5"
        >
          <ActionIcon className="text-primary" />
          {t(label)}
        </PageLink>
      ))}
    </nav>
  );
}
