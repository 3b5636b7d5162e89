import { CreditCard, Landmark, Smartphone } from 'lucide-react';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

const METHODS = [
  { label: phrase('Bank cards'), icon: CreditCard },
  { label: phrase('USSD and mobile'), icon: Smartphone },
  { label: phrase('Bank transfer'), icon: Landmark },
];

/** The ways to pay that the gateways' pages offer. */
export function AcceptedPaymentMethods() {
  const t = useText();
  return (
    <ul className="grid grid-cols-3 gap-2" aria-label={t('Accepted methods')}>
      {METHODS.map(({ label, icon: MethodIcon }) => (
        <li key={label} className="soft micro flex flex-col items-center gap-1.5 text-center">
          <MethodIcon className="icon-large text-ink" />
          {t(label)}
        </li>
      ))}
    </ul>
  );
}
