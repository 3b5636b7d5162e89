import { PayByLinkPanel } from '../../features/billing/payment-links/components/pay-by-link-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from '../identity/auth/auth-layout.tsx';

/** /pay: where a payment link of staff leads. */
export function PayByLinkPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <PayByLinkPanel />
    </AuthLayout>
  );
}
