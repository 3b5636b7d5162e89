import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Panel } from '../layout/panel.tsx';

export type ChartFigureProps = {
  title: string;
  /** Names the series or marks of the chart. */
  legend: ReactNode;
  /** A description of the chart in a sentence, for screen readers. */
  summary: string;
  /** The same figures as a table; false while there are none. */
  table: ReactNode;
  /** The chart. */
  children: ReactNode;
};

/** A chart with its title, its legend, its description and its figures as a table. */
export function ChartFigure({ title, legend, summary, table, children }: ChartFigureProps) {
  const t = useText();
  return (
    <Panel className="min-w-0">
      <figure>
        <figcaption className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <h2 className="h4">{title}</h2>
          <div className="soft small flex flex-wrap gap-x-4">{legend}</div>
          <p className="sr-only">{summary}</p>
        </figcaption>
        {children}
      </figure>
      {table && (
        <details className="group mt-3">
          <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-primary [&::-webkit-details-marker]:hidden">
            <ChevronRight className="icon-small transition-transform duration-[120ms] group-open:rotate-90" />
            {t('View as table')}
          </summary>
          <div className="small mt-2">{table}</div>
        </details>
      )}
    </Panel>
  );
}
