import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingAnnouncement } from './loading-announcement.tsx';

type Query<Answer> = {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

export type AsyncBoundaryProps<Answer> = {
  query: Query<Answer>;
  /** The message without an answer, for example 'We could not load your payments'. */
  failure: string;
  /** In the shape of the loading content. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/**
 * Renders a query by its state: the skeleton, an error with Retry, or the answer. The answer stays
 * when a refetch fails.
 */
export function AsyncBoundary<Answer>({ query, failure, skeleton, children }: AsyncBoundaryProps<Answer>): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <LoadingAnnouncement>{skeleton}</LoadingAnnouncement>;
  return <ErrorState title={failure} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}
