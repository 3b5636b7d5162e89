import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { LoadingAnnouncement } from '../../../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { OneLineAmount } from '../../../../shared/ui/layout/one-line-amount.tsx';

export type AmountDueProps = {
  /** Undefined while it is loading. */
  quote: PaymentQuote | undefined;
};

/** The amount, large, and its items. */
export function AmountDue({ quote }: AmountDueProps) {
  const t = useText();
  return (
    <div className="px-5 py-5 md:px-8 md:py-6" aria-busy={quote === undefined}>
      <p className="soft">{t('Amount due')}</p>
      {quote ? (
        <>
          <div className="mt-1.5">
            <OneLineAmount largest="clamp(3rem, 2.5rem + 2vw, 4.25rem)" naira={quote.total} />
          </div>
          <DescriptionList
            className="small mt-5 border-line border-t pt-4"
            facts={quote.lines.map((line) => ({ label: t(line.label), value: formatExactNaira(line.amount) }))}
          />
        </>
      ) : (
        <LoadingAnnouncement>
          <div className="mt-2 grid gap-5">
            <Skeleton className="h-14 w-56 max-w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        </LoadingAnnouncement>
      )}
    </div>
  );
}
