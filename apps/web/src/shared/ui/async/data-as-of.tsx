import { useSyncExternalStore } from 'react';
import { dataAgeOf, onDataAge } from '../../api/data-age.ts';
import { formatTimeWithSeconds } from '../../format/date.ts';

/**
 * From when the rows of an endpoint's newest answer are, where they were read on a replica; nothing
 * for rows of the present moment. `path` is that of the contract; `label` goes before the time.
 */
export function DataAsOf({ path, label }: { path: string; label: string }) {
  const at = useSyncExternalStore(onDataAge, () => dataAgeOf(path));
  if (at === null) return null;
  return (
    <p className="muted small mb-2">
      {label} <time dateTime={at}>{formatTimeWithSeconds(at)}</time>
    </p>
  );
}
