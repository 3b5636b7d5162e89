export type LoadingIndicatorProps = { label: string };

/** Three strands with light running along the middle one. */
export function LoadingIndicator({ label }: LoadingIndicatorProps) {
  return (
    <div className="loading" role="status">
      <svg viewBox="0 0 96 18" aria-hidden="true">
        <path d="M0 3h96M0 9h96M0 15h96" />
        <path className="loading-light" d="M0 9h96" />
      </svg>
      {label}
    </div>
  );
}
