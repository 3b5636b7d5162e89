import { useText } from '../../../../shared/i18n/use-text.ts';

/** A one-off charge that is being paid for; its quote beside it has the items. */
export function ChargeSummary({ invoiceNumber }: { invoiceNumber: string }) {
  const t = useText();
  return (
    <section>
      <h2 className="h2">{t('Invoice {number}', { number: invoiceNumber })}</h2>
      <p className="soft mt-3">{t('A charge that is paid once, beside your plan.')}</p>
    </section>
  );
}
