import { type Knot, strandEnd, strandPath } from '../strand-bundle.ts';

type Bundle = {
  /** From the edge of the paper to the glass. */
  paper: readonly Knot[];
  /** From where the strands enter the glass to where they leave the picture. */
  glass: readonly Knot[];
  /**
   * Where each strand ends; those at `edge` run out of the picture. The lit one is number `lit`.
   */
  ends: readonly number[];
  edge: number;
  lit: number;
};

const WIDE_ENTRY: Knot = { x: 772.8, dx: -0.348, y: 500, dy: 2.19 };
const WIDE: Bundle = {
  paper: [{ x: 0, dx: 0, y: 628, dy: 1.4286 }, WIDE_ENTRY],
  glass: [WIDE_ENTRY, { x: 1145.9, dx: -1.976, y: 190, dy: 12.476 }, { x: 1470, dx: 0, y: -80, dy: 21.52 }],
  ends: [
    1470, 1330, 1470, 1392, 1470, 1290, 1470, 1420, 1316, 1330, 1470, 1392, 1470, 1290, 1470, 1420, 1470, 1330, 1470,
    1392, 1470, 1290,
  ],
  edge: 1470,
  lit: 8,
};

const NARROW_ENTRY: Knot = { x: 104, dx: 2.2, y: 75.5, dy: -0.347 };
const NARROW: Bundle = {
  paper: [{ x: 0, dx: 0, y: 50, dy: -1.6 }, NARROW_ENTRY],
  glass: [NARROW_ENTRY, { x: 372, dx: 0, y: 322, dy: -19.74 }],
  ends: [372, 300, 372, 330, 372, 272, 262, 372, 300, 372, 330, 372, 272, 345, 372, 300],
  edge: 372,
  lit: 6,
};

/** Ink strands that bend and fan out where they enter glass; one is lit. Drawn for wide screens. */
export function WideBeams() {
  return (
    <svg className="beams beams-wide" viewBox="0 0 1440 680" preserveAspectRatio="none" aria-hidden="true">
      <path d="M852 0H1440V680H744.3Z" className="pane" />
      <path d="M1176 0H1440V680H1068.3Z" className="pane-2" />
      <path className="edge" d="M852 0L744.3 680M1176 0L1068.3 680" />
      <Strands bundle={WIDE} pulse />
    </svg>
  );
}

/** The same, above the reading on a narrow screen. */
export function NarrowBeams() {
  return (
    <svg className="beams beams-narrow" viewBox="0 0 360 460" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 92L360 35V460H0Z" className="pane" />
      <path className="edge" d="M0 92L360 35" />
      <Strands bundle={NARROW} />
    </svg>
  );
}

function Strands({ bundle, pulse = false }: { bundle: Bundle; pulse?: boolean }) {
  const { paper, glass, ends, edge, lit } = bundle;
  const unlit = ends.map((end, strand) => ({ end, strand })).filter(({ strand }) => strand !== lit);
  const light = strandPath(glass, lit, ends[lit]);
  const head = strandEnd(glass, lit, ends[lit] ?? edge);
  return (
    <>
      <path className="strand-paper" d={unlit.map(({ strand }) => strandPath(paper, strand)).join('')} />
      <path className="strand-glass" d={unlit.map(({ strand, end }) => strandPath(glass, strand, end)).join('')} />
      <path
        className="strand-ends"
        d={unlit
          .filter(({ end }) => end !== edge)
          .map(({ strand, end }) => strandEnd(glass, strand, end))
          .join('')}
      />
      <path className="lit-paper" d={strandPath(paper, lit)} />
      <path className="glow-wide" d={light} />
      <path className="glow" d={light} />
      <path className="light" d={light} />
      {pulse && <path className="pulse" pathLength="1000" d={light} />}
      <path className="halo" d={head} />
      <path className="head" d={head} />
    </>
  );
}
