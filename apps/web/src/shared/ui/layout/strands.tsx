const LINES = [2, 6, 10, 14, 18, 22, 26, 30, 34, 38];

function lines(at: readonly number[]): string {
  return at.map((y) => `M0 ${y}H120`).join('');
}

export type StrandsProps = { mbps: number };

/**
 * Ten lines, one lit for each 10 Mbps (all from 100 Mbps up). Decorative: say the speed beside it.
 */
export function Strands({ mbps }: StrandsProps) {
  const lit = Math.min(LINES.length, Math.max(1, Math.round(mbps / 10)));
  const split = LINES.length - lit;
  return (
    <svg className="strands" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
      {split > 0 && <path className="strands-unlit" d={lines(LINES.slice(0, split))} />}
      <path className="strands-lit" d={lines(LINES.slice(split))} />
    </svg>
  );
}
