const STRANDS = 97;
const CENTRE = { x: 170, y: 168 };
const INNER = 118;
const OUTER = 142;
const SWEEP_DEG = 208.8;
/**
 * From the tail to the head the light gets brighter, in as many steps as there are figures here.
 */
const BRIGHTNESS = [0.38, 0.52, 0.68, 0.84, 1];
/** How far the strands near the head reach beyond the others, and how many do. */
const REACH = 6;
const REACHING = 18;
/** Full scale of the gauge: a home line fills the first one well. */
const SCALES_MBPS = [100, 300, 1000, 2500, 10_000];

export type GaugeDrawing = {
  readonly unlit: string;
  readonly lit: readonly { readonly path: string; readonly opacity: number }[];
  /** The end of the lit arc; null when nothing is lit. */
  readonly head: { readonly x: number; readonly y: number } | null;
};

/** The strands of a gauge of 340 by 222 that shows `mbps`; null and 0 light none. */
export function drawGauge(mbps: number | null): GaugeDrawing {
  const full = SCALES_MBPS.find((scale) => (mbps ?? 0) <= scale) ?? SCALES_MBPS.at(-1) ?? 1;
  const share = Math.min(1, (mbps ?? 0) / full);
  const lit = share > 0 ? Math.max(1, Math.round(share * STRANDS)) : 0;
  const strands = Array.from({ length: STRANDS }, (_, index) =>
    strand(index, index < lit ? reachAt(lit - 1 - index) : 0),
  );
  const group = (step: number) => Math.round((step * lit) / BRIGHTNESS.length);
  return {
    unlit: strands.slice(lit).join(''),
    lit: BRIGHTNESS.map((opacity, step) => ({ path: strands.slice(group(step), group(step + 1)).join(''), opacity })),
    head: lit > 0 ? pointAt(lit - 1, OUTER + REACH + 1) : null,
  };
}

function reachAt(fromHead: number): number {
  return REACH * Math.max(0, 1 - fromHead / REACHING);
}

function strand(index: number, reach: number): string {
  const inner = pointAt(index, INNER - reach / 2);
  const outer = pointAt(index, OUTER + reach);
  return `M${inner.x} ${inner.y}L${outer.x} ${outer.y}`;
}

function pointAt(index: number, radius: number): { x: number; y: number } {
  const degrees = 180 + (SWEEP_DEG - 180) / 2 - (SWEEP_DEG * index) / (STRANDS - 1);
  const radians = (degrees * Math.PI) / 180;
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return { x: rounded(CENTRE.x + radius * Math.cos(radians)), y: rounded(CENTRE.y - radius * Math.sin(radians)) };
}
