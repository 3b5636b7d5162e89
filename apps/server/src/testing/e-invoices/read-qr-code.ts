import { execFileSync } from 'node:child_process';
import jsqr from 'jsqr';

const DPI = 200;
/** The left half of A4, where the code stands. */
const HALF = ['-x', '0', '-y', '0', '-W', '827', '-H', '2339'];
const MM_PER_INCH = 25.4;

/** jsqr is a CommonJS module whose default export Node nests. */
const jsQR = jsqr.default ?? jsqr;

type ReadCode = { readonly text: string; readonly moduleMm: number };

/** Grey pixels, a byte each. */
function readGrey(pixels: Uint8Array, width: number): ReadCode | null {
  const rgba = new Uint8ClampedArray(pixels.length * 4);
  for (const [index, grey] of pixels.entries()) rgba.set([grey, grey, grey, 255], index * 4);
  const found = jsQR(rgba, width, pixels.length / width);
  if (!found) return null;
  const { topLeftCorner: left, topRightCorner: right } = found.location;
  const modules = 17 + 4 * found.version;
  const pixelsWide = Math.hypot(right.x - left.x, right.y - left.y);
  return { text: found.data, moduleMm: ((pixelsWide / modules) * MM_PER_INCH) / DPI };
}

/** The QR code on each page of a PDF as a phone would read it, null for a page without a readable one. */
export function readCodesOf(pdf: Uint8Array): (ReadCode | null)[] {
  const order = { input: Buffer.from(pdf), maxBuffer: 200_000_000 };
  const pages = execFileSync('pdftoppm', ['-r', String(DPI), ...HALF, '-gray', '-'], order);
  const codes: (ReadCode | null)[] = [];
  for (let at = 0; at < pages.length; ) {
    const [head = '', width, height] = /^P5\s+(\d+) (\d+)\s+255\s/.exec(pages.toString('latin1', at, at + 40)) ?? [];
    if (head === '') throw new Error('pdftoppm has drawn no page');
    const begin = at + head.length;
    at = begin + Number(width) * Number(height);
    codes.push(readGrey(pages.subarray(begin, at), Number(width)));
  }
  return codes;
}

/** The text of a QR code that is drawn as a path of SVG, a module to a unit, with its white edge around it. */
export function readCodeOfPath(path: string, edge: number, size: number): string | null {
  const scale = 4;
  const pixels = new Uint8Array((size * scale) ** 2).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const left = (Number(x) + edge) * scale;
    for (let row = 0; row < scale; row += 1) {
      const begin = ((Number(y) + edge) * scale + row) * size * scale + left;
      pixels.fill(0, begin, begin + Number(run) * scale);
    }
  }
  return readGrey(pixels, size * scale)?.text ?? null;
}
