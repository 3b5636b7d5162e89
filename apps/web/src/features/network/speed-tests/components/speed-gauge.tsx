import type { ReactNode } from 'react';
import { drawGauge } from '../gauge-strands.ts';
import { formatSpeed } from '../speed-figures.ts';

/**
 * 97 strands on an arc, lit up to the value, with something in the middle. Decorative: the middle
 * says the value.
 */
export function SpeedGauge({ mbps, children }: { mbps: number | null; children: ReactNode }) {
  const { unlit, lit, head } = drawGauge(mbps);
  return (
    <div className="gauge">
      <svg viewBox="0 0 340 222" aria-hidden="true">
        <path className="gauge-unlit" d={unlit} />
        {lit.map(
          ({ path, opacity }) => path && <path key={opacity} className="gauge-lit" d={path} opacity={opacity} />,
        )}
        {head && <circle className="gauge-halo" cx={head.x} cy={head.y} r="9" />}
        {head && <circle className="gauge-head" cx={head.x} cy={head.y} r="4" />}
      </svg>
      <div className="gauge-middle">{children}</div>
    </div>
  );
}

/** The speed in the middle of the gauge, smaller where it has four digits or more. */
export function GaugeValue({ mbps }: { mbps: number }) {
  const text = formatSpeed(mbps);
  return <b className={text.length > 5 ? 'gauge-long' : undefined}>{text}</b>;
}
