import { inflateSync } from 'node:zlib';
import { brand } from '@portal/brand';
import { expect, test } from 'vitest';
import { drawPngIcon, drawSvgIcon } from './draw-icon.ts';
import { pathPoints } from './path-points.ts';
import { writePng } from './write-png.ts';

/** The colour of a pixel of a PNG that we wrote: one compressed block, rows without filter. */
function colourAt(png: Buffer, x: number, y: number): string {
  const size = png.readUInt32BE(16);
  const start = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const place = y * (size * 4 + 1) + 1 + x * 4;
  return `#${rows.subarray(place, place + 3).toString('hex')}`;
}

test('a path is followed through every command, absolute and relative, smooth curves and repeats too', () => {
  const ends = (path: string) =>
    pathPoints(path).map((stroke) => stroke.at(-1)?.map((value) => Math.round(value * 100) / 100));
  expect(pathPoints('M1 2L3 4')).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
  ]);
  expect(ends('m1 1 2 2 h3v-1H0V9z')).toEqual([[1, 1]]);
  expect(ends('M0 0C0 8 2 14 6 14s4-9 7-9')).toEqual([[13, 5]]);
  expect(ends('M0 0q5-5 10 0t10 0M-1.5.5l1e1 0')).toEqual([
    [20, 0],
    [8.5, 0.5],
  ]);
  const smooth = pathPoints('M0 0Q5-5 10 0T20 0')[0] ?? [];
  expect(Math.max(...smooth.map(([, y]) => y))).toBeCloseTo(2.5, 1);
  expect(() => pathPoints('M0 0A5 5 0 0 1 9 9')).toThrow('an icon cannot be drawn from "A"');
  expect(() => pathPoints('M0 0L5')).toThrow('L wants 2 numbers');
});

test('the icons show the logo on the colour of the slab, its dot lit, and fill the square', () => {
  const square = { logo: { path: 'M5 11H25', dot: { x: 15, y: 3, radius: 2 } }, colours: brand.colours };
  const png = drawPngIcon(square, 100, 'plain');
  const [ground, signal] = [brand.colours.glass.light.toLowerCase(), brand.colours.signal.toLowerCase()];
  expect(colourAt(png, 0, 0)).toBe(ground);
  expect(colourAt(png, 99, 99)).toBe(ground);
  expect(colourAt(png, 50, 50)).toBe('#ffffff');
  expect(colourAt(png, 50, 31)).toBe(signal);
  expect(drawSvgIcon(square)).toContain(`fill="${brand.colours.signal}"`);
});

test('a maskable icon keeps the logo within the safe zone', () => {
  const png = drawPngIcon({ ...brand, logo: { path: 'M0 11H30', dot: null } }, 100, 'maskable');
  const ground = brand.colours.glass.light.toLowerCase();
  expect(colourAt(png, 50, 50)).toBe('#ffffff');
  expect([colourAt(png, 15, 50), colourAt(png, 85, 50)]).toEqual([ground, ground]);
});

test('a PNG has the pixels it is given and is refused when there are too few', () => {
  const png = writePng(2, Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255]));
  expect([colourAt(png, 0, 0), colourAt(png, 1, 0), colourAt(png, 1, 1)]).toEqual(['#ff0000', '#00ff00', '#090807']);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(() => writePng(2, new Uint8Array(3))).toThrow('16 bytes expected');
});
