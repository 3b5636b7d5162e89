import { LineOfferPanel } from '../../features/billing/owner-changes/components/line-offer-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from '../identity/auth/auth-layout.tsx';
import { openAccountAnew } from '../identity/open-account-anew.ts';

/** /line-offer: where the links of a line that changes its owner lead. */
export function LineOfferPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <LineOfferPanel
        onAccepted={() =>
          openAccountAnew({
            title: t('The line is yours now'),
            description: t('It is in your account, with the time that is paid.'),
          })
        }
      />
    </AuthLayout>
  );
}
