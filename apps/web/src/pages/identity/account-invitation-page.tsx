import { AcceptInvitationPanel } from '../../features/identity/account-people/components/accept-invitation-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';
import { openAccountAnew } from './open-account-anew.ts';

/** /account-invitation: where the link of an invitation leads. */
export function AccountInvitationPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <AcceptInvitationPanel
        onAccepted={({ name }) =>
          openAccountAnew({ title: t('Welcome to the account'), description: t('You act for {name} now.', { name }) })
        }
      />
    </AuthLayout>
  );
}
