import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../../../../shared/ui/async/lazy-component.tsx';
import { LoadingScreen } from '../../../../../shared/ui/async/loading-screen.tsx';
import { SECOND_FACTOR_KEY, useSecondFactor } from '../api/get-second-factor.ts';

const Enrolment = lazyComponent(async () => (await import('./enrolment.tsx')).Enrolment);
const CodeStep = lazyComponent(async () => (await import('./code-step.tsx')).CodeStep);

export type SecondFactorGuardProps = {
  /** The content after the second factor is verified. */
  children: ReactNode;
  /** Puts the step that is still missing on a page. */
  frame: (step: ReactNode) => ReactNode;
};

/**
 * Admits staff who have verified both factors in this session; the others enter a code, use a
 * passkey or, at first, set up an app.
 */
export function SecondFactorGuard({ children, frame }: SecondFactorGuardProps) {
  const queries = useQueryClient();
  const secondFactor = useSecondFactor();
  if (secondFactor.data?.state === 'done') return children;
  if (secondFactor.isPending) return <LoadingScreen />;
  return frame(
    <AsyncBoundary
      query={secondFactor}
      failure="We could not load the state of your sign-in"
      skeleton={<LoadingScreen />}
    >
      {({ state, app, passkeys, passkeyOnly }) => (
        <Suspense fallback={<LoadingScreen />}>
          {state === 'code' ? (
            <CodeStep takesCode={app && !passkeyOnly} takesPasskey={passkeys > 0} />
          ) : (
            <Enrolment onDone={() => void queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY })} />
          )}
        </Suspense>
      )}
    </AsyncBoundary>,
  );
}
