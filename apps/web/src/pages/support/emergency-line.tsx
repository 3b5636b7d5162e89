import { brand } from '@portal/brand';
import { Phone } from 'lucide-react';
import { useText } from '../../shared/i18n/use-text.ts';

export function EmergencyLine() {
  const t = useText();
  return (
    <section className="border-accent border-t-3 pt-4" aria-labelledby="emergency-title">
      <h2 className="h4" id="emergency-title">
        {t('Emergency line')}
      </h2>
      <p className="soft small">{t('Cut cable, exposed equipment or a government site offline.')}</p>
      <a
        className="semi inline-flex min-h-12 items-center gap-2.5 text-[1.375rem]"
        href={brand.phone.href}
        aria-label={t('Call the emergency line, {phone}', { phone: brand.phone.label })}
      >
        <Phone className="text-accent" />
        {brand.phone.label}
      </a>
      <p className="soft small">{t('Answered {hours}.', { hours: t(brand.supportHours) })}</p>
    </section>
  );
}
