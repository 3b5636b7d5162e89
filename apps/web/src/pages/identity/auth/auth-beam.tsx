import { type Knot, strandEnd, strandPath } from '../../site/strand-bundle.ts';

const STRANDS = 24;
const LIT = 9;
const LIT_END = 527.2;
const KNOTS: readonly Knot[] = [
  { x: -10, dx: 0, y: 560, dy: -3.043 },
  { x: 181.9, dx: 0.413, y: 430, dy: -2.609 },
  { x: 660, dx: 0, y: 330, dy: -20.435 },
];

/** One lit strand among many, bending at the cut of the slab. */
export function AuthBeam() {
  const unlit = Array.from({ length: STRANDS }, (_, strand) => strand).filter((strand) => strand !== LIT);
  const light = strandPath(KNOTS, LIT, LIT_END);
  const head = strandEnd(KNOTS, LIT, LIT_END);
  return (
    <svg className="auth-beam" viewBox="0 0 620 820" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d="M250 0H620V820H120.1Z" className="pane-2" />
      <path d="M250 0L120.1 820" className="edge" />
      <path className="strand" d={unlit.map((strand) => strandPath(KNOTS, strand)).join('')} />
      <path className="glow-wide" d={light} />
      <path className="glow" d={light} />
      <path className="light" d={light} />
      <path className="halo" d={head} />
      <path className="head" d={head} />
    </svg>
  );
}
