import { ConfirmContactPanel } from '../../features/identity/corrections/components/confirm-contact-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function ConfirmContactPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <ConfirmContactPanel />
    </AuthLayout>
  );
}
