/** A point of a drawing: x to the right, y downwards. */
export type Point = readonly [x: number, y: number];

const STEPS = 24;
/** How many numbers each command takes. */
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 };

/**
 * The lines of an SVG path, one list of points for each stroke, curves as 24 straight pieces.
 * Supports every command but the arc; throws for that and for an invalid path.
 */
export function pathPoints(path: string): Point[][] {
  const words = path.match(/[a-z]|[-+]?(?:\d*\.\d+|\d+)(?:e[-+]?\d+)?/gi) ?? [];
  const strokes: Point[][] = [];
  let [command, at, start] = ['', [0, 0] as Point, [0, 0] as Point];
  let control: Point | null = null;
  for (let next = 0; next < words.length; ) {
    const word = words[next] ?? '';
    if (/[a-z]/i.test(word)) {
      command = word;
      next += 1;
    }
    const kind = command.toUpperCase();
    const takes = TAKES[kind];
    if (takes === undefined)
      throw new Error(`an icon cannot be drawn from "${word}" in ${path}: use M, L, H, V, C, S, Q, T and Z`);
    const numbers = words.slice(next, next + takes).map(Number);
    if (numbers.length < takes || numbers.some(Number.isNaN))
      throw new Error(`${command} wants ${takes} numbers in ${path}`);
    next += takes;
    const points = absolute(kind, numbers, command === kind ? [0, 0] : at, at);
    if (kind === 'M') {
      at = start = points[0] ?? at;
      strokes.push([at]);
      command = command === 'm' ? 'l' : 'L';
      control = null;
      continue;
    }
    const curve = curveOf(kind, points, at, control, start);
    strokes.at(-1)?.push(...along(curve));
    control = /[CSQT]/.test(kind) ? (curve.at(-2) ?? null) : null;
    at = curve.at(-1) ?? at;
  }
  return strokes;
}

function absolute(kind: string, numbers: readonly number[], from: Point, at: Point): Point[] {
  const [value = 0] = numbers;
  if (kind === 'H') return [[value + from[0], at[1]]];
  if (kind === 'V') return [[at[0], value + from[1]]];
  return Array.from({ length: numbers.length / 2 }, (_, index) => [
    (numbers[index * 2] ?? 0) + from[0],
    (numbers[index * 2 + 1] ?? 0) + from[1],
  ]);
}

/**
 * The points that shape a piece: its start, controls if any, its end. A smooth piece mirrors the
 * control before it.
 */
function curveOf(kind: string, points: readonly Point[], at: Point, control: Point | null, start: Point): Point[] {
  if (kind === 'Z') return [at, start];
  const mirrored: Point = control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;
  return kind === 'S' || kind === 'T' ? [at, mirrored, ...points] : [at, ...points];
}

/** Points along a Bézier curve of any degree, without its start (De Casteljau). */
function along(curve: readonly Point[]): Point[] {
  const steps = curve.length > 2 ? STEPS : 1;
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / steps;
    let points = [...curve];
    while (points.length > 1) {
      points = points.slice(1).map((point, index) => {
        const [x, y] = points[index] ?? point;
        return [x + (point[0] - x) * share, y + (point[1] - y) * share];
      });
    }
    return points[0] ?? [0, 0];
  });
}
