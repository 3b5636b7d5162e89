import { formatTime } from '../../../../../shared/format/date.ts';
import { useOnline } from '../../../../../shared/ui/hooks/use-online.ts';

type LiveQuery = { readonly isError: boolean; readonly dataUpdatedAt: number };

export type SectionHeadProps = { id: string; title: string; query: LiveQuery };

/** The heading of a section, and since when it has not been refreshed, where it could not be. */
export function SectionHead({ id, title, query }: SectionHeadProps) {
  const online = useOnline();
  const { isError, dataUpdatedAt } = query;
  const isStale = dataUpdatedAt > 0 && (isError || !online);
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {isStale && (
        <p className="small semi text-warn">
          As of {formatTime(new Date(dataUpdatedAt).toISOString())}, not refreshed since
        </p>
      )}
    </div>
  );
}
