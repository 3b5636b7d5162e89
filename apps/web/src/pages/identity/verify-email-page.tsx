import { VerifyEmailPanel } from '../../features/identity/accounts/components/verify-email-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function VerifyEmailPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <VerifyEmailPanel />
    </AuthLayout>
  );
}
