import { ReceiptText, ShieldCheck } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';

export function SecurityInformation() {
  const t = useText();
  return (
    <ul className="soft small grid gap-4" aria-label={t('Security information')}>
      <li className="grid grid-cols-[24px_1fr] gap-3">
        <ShieldCheck className="text-primary" />
        <span>{t('You enter card details on your payment provider’s page. We never see or store them.')}</span>
      </li>
      <li className="grid grid-cols-[24px_1fr] gap-3">
        <ReceiptText className="text-primary" />
        <span>{t('Every payment has a reference. If the page closes early, come back and verify.')}</span>
      </li>
    </ul>
  );
}
