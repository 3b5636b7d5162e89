import { useParams } from 'react-router';
import { useReceipt } from '../../features/billing/receipts/api/get-receipt.ts';
import { ReceiptSheet } from '../../features/billing/receipts/components/receipt-sheet.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { EmptyState } from '../../shared/ui/async/empty-state.tsx';
import { ErrorState } from '../../shared/ui/async/error-state.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';

/** /receipts/:receiptNumber */
export function ReceiptPage() {
  const { receiptNumber = '' } = useParams();
  return (
    <div className="wrap max-w-3xl! py-6 lg:py-10">
      <Receipt receiptNumber={receiptNumber} />
    </div>
  );
}

function Receipt({ receiptNumber }: { receiptNumber: string }) {
  const t = useText();
  const receipt = useReceipt(receiptNumber);
  if (receipt.isPending) return <ReceiptSkeleton />;
  if (receipt.isSuccess) return <ReceiptSheet receipt={receipt.data} />;
  if (receipt.error instanceof ApiError && receipt.error.status === 404) {
    return (
      <>
        <h1 className="h1 mb-6">{t('Receipt')}</h1>
        <EmptyState
          title={t('We could not find that receipt')}
          action={
            <ButtonLink to="/dashboard?tab=subscription#bills" variant="secondary">
              {t('All payments')}
            </ButtonLink>
          }
        >
          {t('Open it from your list of payments.')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <h1 className="h1 mb-6">{t('Receipt')}</h1>
      <ErrorState
        title={t('We could not load this receipt')}
        error={receipt.error}
        onRetry={() => void receipt.refetch()}
        retrying={receipt.isFetching}
      />
    </>
  );
}

function ReceiptSkeleton() {
  const t = useText();
  return (
    <div role="status" aria-label={t('Loading the receipt')}>
      <Skeleton className="h-120 w-full rounded-panel" />
    </div>
  );
}
