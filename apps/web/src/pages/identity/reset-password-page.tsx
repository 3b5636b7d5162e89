import { ResetPasswordPanel } from '../../features/identity/recovery/components/reset-password-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function ResetPasswordPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <ResetPasswordPanel />
    </AuthLayout>
  );
}
