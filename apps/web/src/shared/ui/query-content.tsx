import type { ReactNode } from 'react';
import { failureDetail } from '../api/api-error.ts';
import { Awaited } from './awaited.tsx';
import { ErrorState } from './error-state.tsx';

type Query<Answer> = {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

export type QueryContentProps<Answer> = {
  query: Query<Answer>;
  /** What is said when there is no answer, for example 'We could not load your payments'. */
  failure: string;
  /** In the shape of what is coming. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
};

/** The states of one call: what is coming, what failed with Retry, or the answer. An answer stays when asking for it again fails. */
export function QueryContent<Answer>({ query, failure, skeleton, children }: QueryContentProps<Answer>): ReactNode {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <Awaited>{skeleton}</Awaited>;
  return (
    <ErrorState title={failure} detail={failureDetail(error)} onRetry={() => void refetch()} retrying={isFetching} />
  );
}
