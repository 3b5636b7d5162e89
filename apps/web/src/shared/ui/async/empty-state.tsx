import type { ReactNode } from 'react';

export type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
};

/** Unlit strands, what is missing, and one action. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state-block state-empty">
      <svg className="state-art" viewBox="0 0 200 36" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 4H200M0 11H200M0 18H200M0 25H200M0 32H200" />
      </svg>
      <p className="h4">{title}</p>
      {children && <div className="soft small">{children}</div>}
      {action}
    </div>
  );
}
