import { ArrowLeft } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { SUMMARY_HEADING } from '../use-payment-screen.ts';

/** The product, when the customer's plan is no longer sold and not in the catalogue. */
export function RetiredPlanSummary({ name, onChange }: { name: string; onChange: () => void }) {
  const t = useText();
  return (
    <section aria-labelledby={SUMMARY_HEADING}>
      <h2 className="h2 outline-none" id={SUMMARY_HEADING} tabIndex={-1}>
        {name}
      </h2>
      <p className="soft mt-3">{t('This plan is no longer sold. You can keep it for as long as you like.')}</p>
      <Button variant="secondary" className="mt-5" onClick={onChange}>
        <ArrowLeft />
        {t('Choose Different Plan')}
      </Button>
    </section>
  );
}
