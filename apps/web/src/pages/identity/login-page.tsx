import { LoginPanel } from '../../features/identity/sign-in/components/login-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function LoginPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <LoginPanel />
    </AuthLayout>
  );
}
