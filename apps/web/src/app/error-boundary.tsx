import { Component, type ReactNode } from 'react';
import { useText } from '../shared/i18n/use-text.ts';
import { ErrorState } from '../shared/ui/async/error-state.tsx';
import { navigationEnded } from '../shared/ui/navigation/navigation-pending.ts';

type ErrorBoundaryProps = { place: string; children: ReactNode };
type ErrorBoundaryState = { failure: unknown; failed: boolean; place: string };

/**
 * A page that throws, or whose code cannot be loaded, says so with a Retry button; the navigation
 * stays. Another `place` resets it.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: undefined, failed: false, place: this.props.place };

  static getDerivedStateFromError(failure: unknown): Partial<ErrorBoundaryState> {
    return { failure, failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    if (props.place === state.place) return null;
    return { failure: undefined, failed: false, place: props.place };
  }

  override componentDidCatch(): void {
    navigationEnded();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <BrokenPage failure={this.state.failure} />;
  }
}

function BrokenPage({ failure }: { failure: unknown }) {
  const t = useText();
  const detail = failure instanceof Error ? failure.message : undefined;
  return (
    <div className="wrap max-w-xl py-16">
      <ErrorState title={t('This page could not be shown')} detail={detail} onRetry={() => location.reload()} />
    </div>
  );
}
