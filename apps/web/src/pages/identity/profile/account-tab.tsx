import type { CurrentUser } from '@portal/contract/identity/accounts';
import { AccountPanel } from '../../../features/identity/account-people/components/account-panel.tsx';
import { OwnAccounts } from '../../../features/identity/account-people/components/own-accounts.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { openAccountAnew } from '../open-account-anew.ts';

/** The account that one acts for: its number and people; first the choice, where there are several. */
export function AccountTab({ user }: { user: CurrentUser }) {
  const t = useText();
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
    </>
  );
}
