import type { Brand } from '@portal/brand';
import { type Point, pathPoints } from './path-points.ts';
import { writePng } from './write-png.ts';

/** The logo's grid and stroke, as brand.ts has them. */
const LOGO = { width: 30, height: 22, stroke: 3 };
const INK = '#FFFFFF';
/**
 * The share of the icon that the logo's width takes: a maskable icon loses up to a fifth on each
 * side.
 */
const SHARE = { tab: 0.75, plain: 0.68, maskable: 0.54 };
const TAB_RADIUS = 0.2;

type IconBrand = Pick<Brand, 'logo'> & { readonly colours: Pick<Brand['colours'], 'glass' | 'signal'> };

/** The icon as SVG: the logo in white on the slab's colour, its dot lit, rounded corners. */
export function drawSvgIcon({ logo, colours }: IconBrand): string {
  const side = LOGO.width / SHARE.tab;
  const [left, top] = [(LOGO.width - side) / 2, (LOGO.height - side) / 2];
  const { dot } = logo;
  const point = dot ? `<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${colours.signal}"/>` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}">` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" rx="${side * TAB_RADIUS}" fill="${colours.glass.light}"/>` +
    `<path d="${logo.path}" fill="none" stroke="${INK}" stroke-width="${LOGO.stroke}" stroke-linecap="round" stroke-linejoin="round"/>${point}</svg>`
  );
}

/**
 * The same as a square PNG without rounded corners, which phones round themselves. A maskable one
 * keeps the logo in the safe zone.
 */
export function drawPngIcon({ logo, colours }: IconBrand, size: number, kind: 'plain' | 'maskable'): Buffer {
  const scale = (size * SHARE[kind]) / LOGO.width;
  const [left, top] = [(size - LOGO.width * scale) / 2, (size - LOGO.height * scale) / 2];
  const onIcon = ([x, y]: Point): Point => [x * scale + left, y * scale + top];
  const strokes = pathPoints(logo.path).map((points) => points.map(onIcon));
  const lines = coverOf(size, strokes, (LOGO.stroke / 2) * scale);
  const dot = logo.dot ? coverOf(size, [[onIcon([logo.dot.x, logo.dot.y])]], logo.dot.radius * scale) : null;
  const [ground, ink, light] = [colours.glass.light, INK, colours.signal].map(channels);
  const pixels = new Uint8Array(size * size * 4);
  lines.forEach((share, index) => {
    const colour = blend(blend(ground, ink, share), light, dot?.[index] ?? 0);
    pixels.set([...colour.map(Math.round), 255], index * 4);
  });
  return writePng(size, pixels);
}

/**
 * How much of each pixel lies within `radius` of the strokes, 0 to 1: an edge is soft over the
 * width of one pixel.
 */
function coverOf(size: number, strokes: readonly (readonly Point[])[], radius: number): Float32Array {
  const cover = new Float32Array(size * size);
  const reach = radius + 1;
  for (const stroke of strokes) {
    stroke.forEach((end, index) => {
      const from = stroke[index - 1] ?? end;
      const [x1, x2] = [Math.min(from[0], end[0]) - reach, Math.max(from[0], end[0]) + reach].map(Math.round);
      const [y1, y2] = [Math.min(from[1], end[1]) - reach, Math.max(from[1], end[1]) + reach].map(Math.round);
      for (let y = Math.max(0, y1 ?? 0); y < Math.min(size, y2 ?? size); y += 1) {
        for (let x = Math.max(0, x1 ?? 0); x < Math.min(size, x2 ?? size); x += 1) {
          const share = 0.5 + radius - distanceToLine(from, end, [x + 0.5, y + 0.5]);
          const place = y * size + x;
          cover[place] = Math.max(cover[place] ?? 0, Math.min(1, share));
        }
      }
    });
  }
  return cover;
}

function distanceToLine([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function blend(under: readonly number[] = [], over: readonly number[] = [], share: number): number[] {
  return under.map((channel, index) => channel + ((over[index] ?? 0) - channel) * share);
}
