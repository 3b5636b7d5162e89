type Point = { readonly x: number; readonly y: number };

export type Slope = {
  readonly perX: number;
  /** The standard error of `perX`. */
  readonly error: number;
};

/**
 * Neighbouring samples of a memory that is collected now and then are hardly independent, which would
 * make the error too small: it is computed from the means of so many stretches.
 */
const STRETCHES = 30;

function meanOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  return { x: sum(({ x }) => x) / points.length, y: sum(({ y }) => y) / points.length };
}

/** The least-squares line through the points in the order of x; NaN for fewer than three. */
export function fitSlope(points: readonly Point[]): Slope {
  const count = Math.min(STRETCHES, points.length);
  const means = Array.from({ length: count }, (_, n) =>
    meanOf(points.slice(Math.floor((n * points.length) / count), Math.floor(((n + 1) * points.length) / count))),
  );
  const centre = meanOf(means);
  const spread = means.reduce((sum, { x }) => sum + (x - centre.x) ** 2, 0);
  const perX = means.reduce((sum, { x, y }) => sum + (x - centre.x) * (y - centre.y), 0) / spread;
  const residual = means.reduce((sum, { x, y }) => sum + (y - centre.y - perX * (x - centre.x)) ** 2, 0);
  return { perX, error: Math.sqrt(residual / (count - 2) / spread) };
}
