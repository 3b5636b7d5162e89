import { readUpload } from '../../../platform/files/file-content.policy.ts';

/** The endings of the accepted types. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/amr': 'amr',
  'audio/aac': 'aac',
};

function audioTypeOf(bytes: Buffer): string | null {
  if (bytes.length < 16) return null;
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 4) === 'OggS') return 'audio/ogg';
  if (at(0, 5) === '#!AMR') return 'audio/amr';
  if (at(0, 3) === 'ID3') return 'audio/mpeg';
  // Only the brands of sound: a film has others.
  if (at(4, 8) === 'ftyp' && ['M4A ', 'M4B '].includes(at(8, 12))) return 'audio/mp4';
  const sync = bytes.readUInt16BE(0);
  // Frames of MPEG: those of AAC have layer 0.
  if ((sync & 0xfff6) === 0xfff0) return 'audio/aac';
  return (sync & 0xffe0) === 0xffe0 && (sync & 0x0006) !== 0 ? 'audio/mpeg' : null;
}

/**
 * A file as it is stored, with its type by its content: what tickets take, and voice messages. Null for
 * anything else; its name and declared type are ignored.
 */
export function readMedia(bytes: Buffer): { readonly mediaType: string; readonly bytes: Buffer } | null {
  const upload = readUpload(bytes);
  if (upload !== null) return upload;
  const mediaType = audioTypeOf(bytes);
  return mediaType === null ? null : { mediaType, bytes };
}

/** A name for a file whose sender gave none. */
export function nameOfMedia(mediaType: string): string {
  const what = mediaType.startsWith('audio/')
    ? 'voice-message'
    : mediaType.startsWith('image/')
      ? 'picture'
      : 'document';
  return `${what}.${ENDINGS[mediaType] ?? 'bin'}`;
}
