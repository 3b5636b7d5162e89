import decodeQR from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const SCALE = 4;

/** The drawing as a camera would see it. */
function pixelsOf(svg: string) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const size = side * SCALE;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const start = (row * size + Number(x) * SCALE) * 4;
      data.fill(0, start, start + SCALE * 4);
      for (let at = start + 3; at < start + SCALE * 4; at += 4) data[at] = 255;
    }
  }
  return { width: size, height: size, data };
}

it('the QR code contains what an authenticator app needs', () => {
  const uri = `otpauth://totp/Waya%20Fibre:${encodeURIComponent('tosin.adeyemi@example.com')}?issuer=Waya%20Fibre&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30`;
  const svg = renderToStaticMarkup(<QrCode text={uri} label="QR code" />);
  expect(decodeQR(pixelsOf(svg))).toBe(uri);
});
