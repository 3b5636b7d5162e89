import type { CurrentUser } from '@portal/contract/identity/accounts';
import { LinesSection } from '../../../features/billing/lines/components/lines-section.tsx';
import { OwnerChangesSection } from '../../../features/billing/owner-changes/components/owner-changes-section.tsx';
import { usePlans } from '../../../features/catalogue/plans/api/list-plans.ts';
import { useAccount } from '../../../features/identity/account-people/api/get-account.ts';
import { AccountPanel } from '../../../features/identity/account-people/components/account-panel.tsx';
import { OwnAccounts } from '../../../features/identity/account-people/components/own-accounts.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { openAccountAnew } from '../open-account-anew.ts';

/** The account that one acts for: its number, people and lines; first the choice, where there are several. */
export function AccountTab({ user }: { user: CurrentUser }) {
  const t = useText();
  const account = useAccount();
  const plans = usePlans();
  return (
    <>
      <OwnAccounts
        onChosen={({ name }) =>
          openAccountAnew({ title: t('Account chosen'), description: t('You act for {name} now.', { name }) })
        }
      />
      <AccountPanel
        userId={user.id}
        onLeft={() =>
          openAccountAnew({ title: t('You have left the account'), description: t('An owner can invite you again.') })
        }
      />
      <LinesSection mayAdd={account.data?.role === 'owner'} plans={plans.data ?? []} />
      <OwnerChangesSection />
    </>
  );
}
