import { RegisterPanel } from '../features/account/components/register-panel.tsx';
import { AuthLayout } from './auth/auth-layout.tsx';

export function RegisterPage() {
  return (
    <AuthLayout line="One account for the whole line.">
      <RegisterPanel />
    </AuthLayout>
  );
}
