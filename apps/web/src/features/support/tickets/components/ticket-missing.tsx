import { ApiError } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ErrorState } from '../../../../shared/ui/async/error-state.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';

export type TicketMissingProps = {
  failure: Error;
  query: { readonly refetch: () => unknown; readonly isFetching: boolean };
};

/**
 * Why a ticket is not shown: there is none of this person's at the address, or it could not be
 * fetched.
 */
export function TicketMissing({ failure, query }: TicketMissingProps) {
  const t = useText();
  if (failure instanceof ApiError && failure.status === 404) {
    return (
      <EmptyState
        title={t('We could not find that ticket.')}
        action={
          <ButtonLink to="/support#my-tickets" variant="secondary">
            {t('All my tickets')}
          </ButtonLink>
        }
      >
        {t('It may belong to another account. Open it from your list of tickets.')}
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title={t('We could not load this ticket')}
      error={failure}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
