/** A point of every strand of a bundle: strand number n goes through (x + n·dx, y + n·dy). */
export type Knot = { x: number; dx: number; y: number; dy: number };

type Point = { x: number; y: number };

function at(knot: Knot, strand: number): Point {
  return { x: knot.x + strand * knot.dx, y: knot.y + strand * knot.dy };
}

function written(point: Point): string {
  return `${Math.round(point.x * 10) / 10},${Math.round(point.y * 10) / 10}`;
}

/** The point of the straight line through `from` and `to` at `x`. */
function cutAt(from: Point, to: Point, x: number): Point {
  return { x, y: from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x) };
}

/** SVG path data of one strand through the knots; `end` cuts its last stretch at that x. */
export function strandPath(knots: readonly Knot[], strand: number, end?: number): string {
  const points = knots.map((knot) => at(knot, strand));
  const last = points.at(-1);
  const before = points.at(-2);
  if (end !== undefined && last && before) points[points.length - 1] = cutAt(before, last, end);
  return `M${points.map(written).join('L')}`;
}

/** Where a strand that is cut at `end` stops, as a dot for a round line cap. */
export function strandEnd(knots: readonly Knot[], strand: number, end: number): string {
  return `M${strandPath(knots.slice(-2), strand, end).split('L')[1]}h.01`;
}
