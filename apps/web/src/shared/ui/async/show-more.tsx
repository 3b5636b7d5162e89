import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';

type PagedQuery = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Loads the next page of a list, below the loaded ones; nothing once everything is shown. */
export function ShowMore({ query }: { query: PagedQuery }) {
  const t = useText();
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="secondary"
        busy={query.isFetchingNextPage}
        busyLabel={t('Loading...')}
        onClick={() => void query.fetchNextPage()}
      >
        {t('Show more')}
      </Button>
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p className="small text-bad" role="alert">
          {t('We could not load more. Please try again.')}
        </p>
      )}
    </div>
  );
}
