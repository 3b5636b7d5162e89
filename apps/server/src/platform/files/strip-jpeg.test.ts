import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readUpload } from './file-content.policy.ts';
import { stripJpeg } from './strip-jpeg.policy.ts';

const segment = (marker: number, content: Buffer | string) => {
  const bytes = Buffer.from(content);
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([header, bytes]);
};
const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');
const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours');
const frame = segment(0xc0, Buffer.from([8, 0, 2, 0, 3, 1, 1, 0x11, 0]));
const tables = Buffer.concat([segment(0xdb, Buffer.alloc(65)), segment(0xc4, Buffer.alloc(20))]);
/** Compressed bytes may have FF 00 and the eight restarts, which end nothing. */
const scan = Buffer.concat([
  segment(0xda, Buffer.alloc(6)),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xff, 0, 4]),
]);

const PLACE = '6 deg 26 min N, 7 deg 29 min E';

/** Exif of a camera: which way up, and where. */
function exif(orientation: number, isLittle = false): Buffer {
  const tiff = Buffer.alloc(40);
  const [short, long] = isLittle
    ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
    : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)];
  tiff.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  // The pointer to the places, and the orientation.
  short(0x8825, 10);
  short(0x0112, 22);
  short(3, 24);
  long(1, 26);
  short(orientation, 30);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(PLACE)]));
}

const picture = Buffer.concat([jfif, icc, tables, frame, scan]);
const photograph = (orientation: number, isLittle?: boolean) =>
  Buffer.concat([
    SOI,
    jfif,
    exif(orientation, isLittle),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${PLACE}</x:xmpmeta>`),
    segment(0xe2, 'MPF\0more pictures'),
    segment(0xed, `Photoshop 3.0\0${PLACE}`),
    segment(0xfe, `taken at ${PLACE}`),
    icc,
    tables,
    frame,
    scan,
    EOI,
    Buffer.from(`a film, and ${PLACE}`),
    SOI,
    exif(1),
    EOI,
  ]);

it('a photograph keeps its picture and colours, and nothing of where it was taken', () => {
  const read = readUpload(photograph(1));
  expect(read?.mediaType).toBe('image/jpeg');
  expect(read?.bytes).toEqual(Buffer.concat([SOI, picture, EOI]));
  expect(read?.bytes.includes(PLACE)).toBe(false);
});

it.each([
  [3, false],
  [6, false],
  [8, true],
])(
  'one that is to be turned (%i, little-endian: %s) is still turned, and says nothing else',
  (orientation, isLittle) => {
    const stripped = stripJpeg(photograph(orientation, isLittle));
    expect(stripped.includes(PLACE)).toBe(false);
    const inserted = stripped.length - picture.length - SOI.length - EOI.length;
    expect(inserted).toBe(36);
    expect(stripped.subarray(2, 12)).toEqual(Buffer.from([0xff, 0xe1, 0, 34, ...Buffer.from('Exif\0\0')]));
    expect(stripped.readUInt16BE(2 + 10 + 18)).toBe(orientation);
    // Again it stays as it is.
    expect(stripJpeg(stripped)).toEqual(stripped);
  },
);

it('a progressive picture keeps all its scans', () => {
  const many = Buffer.concat([tables, segment(0xc2, Buffer.alloc(9)), scan, tables, scan, segment(0xfe, PLACE), scan]);
  const stripped = stripJpeg(Buffer.concat([SOI, many, EOI]));
  expect(stripped.length).toBe(many.length + 4 - PLACE.length - 4);
  expect(stripped.includes(PLACE)).toBe(false);
});

it('whatever bytes come, it ends and invents nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(600), (noise, cutAt) => {
      for (const bytes of [
        Buffer.concat([SOI, Buffer.from(noise)]),
        photograph(6).subarray(0, cutAt),
        Buffer.concat([photograph(6).subarray(0, cutAt), Buffer.from(noise)]),
      ]) {
        expect(stripJpeg(bytes).length).toBeLessThanOrEqual(bytes.length + 40);
      }
    }),
    { numRuns: 500 },
  );
});
