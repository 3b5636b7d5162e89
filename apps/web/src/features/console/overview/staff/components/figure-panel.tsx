import { exportFigures, type FigureKind } from '@portal/contract/console/overview';
import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';

type FigurePanelProps<Figures> = {
  title: string;
  kind: FigureKind;
  /** Null before they are computed for the first time. */
  figures: Figures | null;
  children: (figures: Figures) => ReactNode;
};

/** A group of figures with the time at which they were computed, and its file. */
export function FigurePanel<Figures extends { computedAt: string }>({
  title,
  kind,
  figures,
  children,
}: FigurePanelProps<Figures>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Panel className="flex h-full flex-col">
        <h2 className="h4 mb-4" id={id}>
          {title}
        </h2>
        {figures ? children(figures) : <NotComputed />}
        {figures && (
          <div className="mt-auto pt-4">
            <FigureFoot title={title} kind={kind} computedAt={figures.computedAt} />
          </div>
        )}
      </Panel>
    </section>
  );
}

export function NotComputed() {
  return <p className="soft small">Not computed yet. It is every five minutes.</p>;
}

type FigureFootProps = {
  title: string;
  kind: FigureKind;
  computedAt: string;
  /** Says which figures the file has, where several are side by side. */
  named?: boolean;
};

/** When the figures were computed, and the link to the file. */
export function FigureFoot({ title, kind, computedAt, named = false }: FigureFootProps) {
  return (
    <p className="small flex items-center justify-between gap-3">
      <span className="soft">Computed {formatTimeOrMoment(computedAt)}</span>
      <a
        className="link figure-file inline-flex min-h-11 items-center gap-1.5"
        href={exportFigures.path.replace(':file', `${kind}.csv`)}
        download
      >
        <Download className="icon-small" />
        <span>
          <span className={named ? undefined : 'sr-only'}>{title} as </span>CSV
        </span>
      </a>
    </p>
  );
}
