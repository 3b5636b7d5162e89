import { CircleAlert, RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';

export type ErrorStateProps = {
  /** What failed, for example 'We could not load your payments'. */
  title: string;
  /** Status and body, for example '503: The service is busy.' */
  detail?: string | undefined;
  onRetry: () => void;
  retrying?: boolean;
};

export function ErrorState({ title, detail, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className="state-block" role="alert">
      <CircleAlert className="icon-large text-bad" />
      <p className="h4">{title}</p>
      {detail && <p className="soft small break-words">{detail}</p>}
      <Button variant="secondary" busy={retrying} busyLabel="Retry" onClick={onRetry}>
        <RefreshCw />
        Retry
      </Button>
    </div>
  );
}
