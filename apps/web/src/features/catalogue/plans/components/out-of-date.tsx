import { RefreshCw } from 'lucide-react';
import { failureDetail } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useReconnection } from '../../../../shared/ui/hooks/use-reconnection.ts';
import type { useServicePlans } from '../api/list-service-plans.ts';

export type OutOfDateProps = {
  query: Pick<ReturnType<typeof useServicePlans>, 'error' | 'isFetching' | 'refetch'>;
  /** What the list that replaces the catalogue means. */
  note: string;
};

/**
 * Says that the catalogue could not be loaded, with Retry. It is refetched when the connection is
 * back.
 */
export function OutOfDate({ query, note }: OutOfDateProps) {
  const t = useText();
  const online = useOnline();
  const detail = failureDetail(query.error);
  useReconnection(() => void query.refetch());
  return (
    <Alert kind="warn" className="mt-6 max-w-3xl">
      <p className="font-semibold">{t('We could not load the current plans')}</p>
      <p className="mt-0.5">
        {note}
        {online && detail && ` (${detail})`}
      </p>
      {!online && <p className="mt-0.5">{t('You are offline. We try again once you are connected.')}</p>}
      <Button
        variant="secondary"
        className="mt-3"
        busy={query.isFetching}
        busyLabel={t('Retry')}
        onClick={() => void query.refetch()}
      >
        <RefreshCw />
        {t('Retry')}
      </Button>
    </Alert>
  );
}
