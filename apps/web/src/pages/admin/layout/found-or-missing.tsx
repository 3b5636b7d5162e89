import { ApiError } from '../../../shared/api/api-error.ts';
import { AsyncBoundary, type AsyncBoundaryProps } from '../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../shared/ui/async/empty-state.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';

type FoundOrMissingProps<Answer> = AsyncBoundaryProps<Answer> & {
  /** The message for 404. */
  missing: string;
  back: { readonly to: string; readonly label: string };
};

/** The states of the call for one thing: also that there is no such thing. */
export function FoundOrMissing<Answer>({ missing, back, ...content }: FoundOrMissingProps<Answer>) {
  const { data, error } = content.query;
  if (data !== undefined || !(error instanceof ApiError) || error.status !== 404) return <AsyncBoundary {...content} />;
  return (
    <>
      <h1 className="h2 mb-5">Not found</h1>
      <EmptyState
        title={missing}
        action={
          <ButtonLink to={back.to} variant="secondary">
            {back.label}
          </ButtonLink>
        }
      >
        It may have been an old link, or a part of the address is missing.
      </EmptyState>
    </>
  );
}
