import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Brand } from '@portal/brand';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** The logo's grid and stroke, as brand.ts has them. */
const LOGO = { width: 30, height: 22, stroke: 3 };
const INK = '#FFFFFF';
/**
 * The share of the icon that the logo's width takes, and the radius of the corners as a share of its
 * side. Phones round the PNGs themselves; a maskable one may lose a fifth on each side.
 */
const KINDS = {
  tab: { share: 0.75, radius: 0.2 },
  plain: { share: 0.68, radius: 0 },
  maskable: { share: 0.54, radius: 0 },
};

type IconBrand = Pick<Brand, 'logo'> & { readonly colours: Pick<Brand['colours'], 'glass' | 'signal'> };

const renderer = readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'));
// Vite loads its configuration, and with it this file, anew for each build of a process.
await initWasm(renderer).catch((error: Error) => {
  if (!error.message.startsWith('Already initialized')) throw error;
});

/** The icon as SVG: the logo in white on the slab's colour, its dot lit. */
export function drawSvgIcon({ logo, colours }: IconBrand, kind: keyof typeof KINDS = 'tab'): string {
  const { share, radius } = KINDS[kind];
  const side = LOGO.width / share;
  const [left, top] = [(LOGO.width - side) / 2, (LOGO.height - side) / 2];
  const { dot } = logo;
  const point = dot ? `<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${colours.signal}"/>` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}">` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" rx="${side * radius}" fill="${colours.glass.light}"/>` +
    `<path d="${logo.path}" fill="none" stroke="${INK}" stroke-width="${LOGO.stroke}" stroke-linecap="round" stroke-linejoin="round"/>${point}</svg>`
  );
}

/** The same as a PNG of `size` by `size` pixels. */
export function drawPngIcon(brand: IconBrand, size: number, kind: 'plain' | 'maskable'): Uint8Array {
  return new Resvg(drawSvgIcon(brand, kind), { fitTo: { mode: 'width', value: size } }).render().asPng();
}
