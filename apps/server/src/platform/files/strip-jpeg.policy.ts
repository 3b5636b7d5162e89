const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
const START_OF_SCAN = 0xda;
const ORIENTATION = 0x0112;

/** Segments of applications (APP0 to APP15) and comments; of these only what a viewer needs stays. */
function isMetadata(marker: number, content: Buffer): boolean {
  if (marker === 0xe0 || marker === 0xee) return false;
  if (marker === 0xe2) return !content.subarray(0, ICC.length).equals(ICC);
  return (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe;
}

/** How a viewer has to turn the picture, 1 to 8 (Exif 2.32, 4.6.4); 1 where that is not said. */
function orientationOf(content: Buffer): number {
  if (!content.subarray(0, EXIF.length).equals(EXIF) || content.length < EXIF.length + 8) return 1;
  const tiff = content.subarray(EXIF.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  for (let at = directory + 2, left = short(directory); left > 0 && at + 12 <= tiff.length; at += 12, left--) {
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A segment that says nothing but how to turn the picture. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const header = Buffer.from([0xff, 0xe1, 0, 2 + EXIF.length + tiff.length]);
  return Buffer.concat([header, EXIF, tiff]);
}

/** Where the compressed picture that begins at `from` ends: at the next marker that is not part of it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * A JPEG without what cameras and programs write beside the picture: places, times, devices, names,
 * thumbnails, and everything behind its end, where telephones keep films and more pictures. The picture
 * itself, its colours and which way up it is stay as they are. Bytes that are no whole JPEG are cut at
 * the first one that cannot be read.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [SOI];
  let orientation = 1;
  for (let at = SOI.length; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xd9) break;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && orientation === 1) orientation = orientationOf(content);
    const next = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    if (!isMetadata(marker, content)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  if (orientation !== 1) kept.splice(1, 0, orientationSegment(orientation));
  return Buffer.concat([...kept, EOI]);
}
