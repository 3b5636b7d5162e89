import { AccountMergePanel } from '../../features/console/account-merges/components/account-merge-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

/** /account-merge: where the link leads by which a person proves that two accounts are theirs. */
export function AccountMergePage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <AccountMergePanel />
    </AuthLayout>
  );
}
