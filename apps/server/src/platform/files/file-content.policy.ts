import type { attachmentTypes } from '@portal/contract/platform/files';
import { stripJpeg } from './strip-jpeg.policy.ts';

export type FileType = (typeof attachmentTypes)[number];

/** A picture of more pixels than any camera makes is a decompression bomb. */
const MOST_PIXELS = 60_000_000;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

type Size = { readonly width: number; readonly height: number };

function pngSize(bytes: Buffer): Size | null {
  const isWhole = bytes.length > 45 && bytes.subarray(0, 8).equals(PNG) && bytes.subarray(-8).equals(PNG_END);
  if (!isWhole || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start of frame; C4, C8 and CC among them are something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Reads from segment to segment up to the frame, which has the size. */
function jpegSize(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length > 20 && bytes.readUInt16BE(0) === 0xffd8 && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0;
  if (!isWhole) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function isPdf(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.subarray(-1024).includes('%%EOF');
}

/**
 * The type of a file by its content; null for anything that is not one of the accepted types, is
 * truncated, or is a picture of more than 60 million pixels. Its name and declared type are ignored
 * (threats F1).
 */
function fileTypeOf(bytes: Buffer): FileType | null {
  const pictures = [
    ['image/png', pngSize],
    ['image/jpeg', jpegSize],
    ['image/webp', webpSize],
  ] as const;
  for (const [type, sizeOf] of pictures) {
    const size = sizeOf(bytes);
    if (size === null) continue;
    const pixels = size.width * size.height;
    return pixels > 0 && pixels <= MOST_PIXELS ? type : null;
  }
  return isPdf(bytes) ? 'application/pdf' : null;
}

/**
 * A file that somebody sends, as it is stored: its type by its content, and a photograph without the place
 * and whatever else its camera has written into it. Null for what fileTypeOf refuses.
 */
export function readUpload(bytes: unknown): { readonly mediaType: FileType; readonly bytes: Buffer } | null {
  const mediaType = Buffer.isBuffer(bytes) ? fileTypeOf(bytes) : null;
  if (!Buffer.isBuffer(bytes) || mediaType === null) return null;
  return { mediaType, bytes: mediaType === 'image/jpeg' ? stripJpeg(bytes) : bytes };
}

/** A name to show: one line, without a path or characters that change how it reads. */
export function shownFileName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1);
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]+/gu, ' ').trim();
  return shown === '' || /^\.+$/.test(shown) ? 'file' : shown;
}
