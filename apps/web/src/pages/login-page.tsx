import { LoginPanel } from '../features/account/components/login-panel.tsx';
import { AuthLayout } from './auth/auth-layout.tsx';

export function LoginPage() {
  return (
    <AuthLayout line="Your line, from anywhere.">
      <LoginPanel />
    </AuthLayout>
  );
}
