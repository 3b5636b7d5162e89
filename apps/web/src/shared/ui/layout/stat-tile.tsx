import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

export type StatTileProps = {
  label: string;
  icon: LucideIcon;
  /** The measured number, thin and large, with an optional unit. */
  figure: ReactNode;
  unit?: string;
  /** One line below the figure. */
  context?: ReactNode;
  /** One small drawing, for example <Strands />. */
  drawing?: ReactNode;
};

export function StatTile({ label, icon: TileIcon, figure, unit, context, drawing }: StatTileProps) {
  return (
    <Panel className="stat">
      <h2 className="stat-label">
        {label}
        <TileIcon />
      </h2>
      {drawing}
      <div className="mt-auto">
        <p className="fig">
          {figure}
          {unit && <span className="unit">{unit}</span>}
        </p>
        {context && <p className="stat-context">{context}</p>}
      </div>
    </Panel>
  );
}
