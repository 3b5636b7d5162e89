import { NotMePanel } from '../../features/identity/recovery/components/not-me-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from './auth/auth-layout.tsx';

export function NotMePage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <NotMePanel />
    </AuthLayout>
  );
}
