import { CheckProofPanel } from '../../features/billing/account-proofs/components/check-proof-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from '../identity/auth/auth-layout.tsx';

/** /check-proof: where a third party checks a proof of account. */
export function CheckProofPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <CheckProofPanel />
    </AuthLayout>
  );
}
