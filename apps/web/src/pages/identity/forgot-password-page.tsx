import { ForgotPasswordPanel } from '../../features/identity/recovery/components/forgot-password-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function ForgotPasswordPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <ForgotPasswordPanel />
    </AuthLayout>
  );
}
