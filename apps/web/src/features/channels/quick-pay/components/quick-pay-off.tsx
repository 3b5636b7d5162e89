import { brand } from '@portal/brand';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';

/** Where to pay instead, while the operator has switched quick pay off. */
export function QuickPayOff() {
  const t = useText();
  return (
    <div className="grid max-w-xl gap-5">
      <Alert kind="info">
        {t('You cannot pay here at present. Sign in to pay your bill, or call {phone} to pay for somebody else.', {
          phone: brand.phone.label,
        })}
      </Alert>
      <ButtonLink className="justify-self-start" to="/login?next=%2Fpayment">
        {t('Sign In')}
      </ButtonLink>
    </div>
  );
}
