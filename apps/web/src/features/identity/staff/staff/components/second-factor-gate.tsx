import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../../../shared/ui/lazy-part.tsx';
import { LoadingScreen } from '../../../../../shared/ui/loading-screen.tsx';
import { QueryContent } from '../../../../../shared/ui/query-content.tsx';
import { SECOND_FACTOR_KEY, useSecondFactor } from '../api/get-second-factor.ts';

const Enrolment = lazyPart(async () => (await import('./enrolment.tsx')).Enrolment);
const CodeStep = lazyPart(async () => (await import('./code-step.tsx')).CodeStep);

export type SecondFactorGateProps = {
  /** What opens once the second factor is proven. */
  children: ReactNode;
  /** Puts the step that is still missing on a page. */
  frame: (step: ReactNode) => ReactNode;
};

/** Lets staff through who have proven both factors in this session; the others enter a code or, at first, set up an app. */
export function SecondFactorGate({ children, frame }: SecondFactorGateProps) {
  const queries = useQueryClient();
  const secondFactor = useSecondFactor();
  if (secondFactor.data?.state === 'done') return children;
  if (secondFactor.isPending) return <LoadingScreen />;
  return frame(
    <QueryContent
      query={secondFactor}
      failure="We could not ask how far your sign-in has come"
      skeleton={<LoadingScreen />}
    >
      {({ state }) => (
        <Suspense fallback={<LoadingScreen />}>
          {state === 'code' ? (
            <CodeStep />
          ) : (
            <Enrolment onDone={() => void queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY })} />
          )}
        </Suspense>
      )}
    </QueryContent>,
  );
}
