import { brand } from '@portal/brand';
import { Resvg } from '@resvg/resvg-wasm';
import { expect, test } from 'vitest';
import { drawPngIcon, drawSvgIcon } from './draw-icon.ts';

const [ground, signal] = [brand.colours.glass.light.toLowerCase(), brand.colours.signal.toLowerCase()];

/** Reads the colour of any pixel of a square PNG. */
function readColours(png: Uint8Array): (x: number, y: number) => string {
  const size = Buffer.from(png).readUInt32BE(16);
  const picture = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image width="${size}" height="${size}" href="${picture}"/></svg>`,
  ).render();
  return (x, y) => `#${Buffer.from(pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 3)).toString('hex')}`;
}

test('the icons show the logo on the colour of the slab, its dot lit, and fill the square', () => {
  const square = { logo: { path: 'M5 11H25', dot: { x: 15, y: 3, radius: 2 } }, colours: brand.colours };
  const colourAt = readColours(drawPngIcon(square, 100, 'plain'));
  expect([colourAt(0, 0), colourAt(99, 99)]).toEqual([ground, ground]);
  expect(colourAt(50, 50)).toBe('#ffffff');
  expect(colourAt(50, 31)).toBe(signal);
  expect(drawSvgIcon(square)).toContain(`fill="${brand.colours.signal}"`);
});

test('a maskable icon keeps the logo within the safe zone', () => {
  const colourAt = readColours(drawPngIcon({ ...brand, logo: { path: 'M0 11H30', dot: null } }, 100, 'maskable'));
  expect(colourAt(50, 50)).toBe('#ffffff');
  expect([colourAt(15, 50), colourAt(85, 50)]).toEqual([ground, ground]);
});
