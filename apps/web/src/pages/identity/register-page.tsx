import { RegisterPanel } from '../../features/identity/accounts/components/register-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function RegisterPage() {
  const t = useText();
  return (
    <AuthLayout line={t('One account for the whole line.')}>
      <RegisterPanel />
    </AuthLayout>
  );
}
