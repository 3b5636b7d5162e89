import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of `size` by `size` pixels from their red, green, blue and opacity bytes, row by row. */
export function writePng(size: number, pixels: Uint8Array): Buffer {
  if (pixels.length !== size * size * 4) throw new Error(`${size * size * 4} bytes expected, not ${pixels.length}`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, colour with opacity.
  header.set([8, 6], 8);
  const rows = Buffer.alloc(size * (size * 4 + 1));
  // Each row begins with the number of its filter, 0: none.
  for (let row = 0; row < size; row += 1) {
    rows.set(pixels.subarray(row * size * 4, (row + 1) * size * 4), row * (size * 4 + 1) + 1);
  }
  const packed = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
