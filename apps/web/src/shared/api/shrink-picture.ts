import { attachmentTypes } from '@portal/contract/platform/files';

const LARGE_BYTES = 1024 * 1024;
const LONGEST_SIDE = 2400;
const QUALITY = 0.85;
const accepted: readonly string[] = attachmentTypes;

/**
 * Prepares a phone's photograph for a slow connection: a JPEG of at most 2400 pixels a side,
 * without its location. Also converts pictures of a type that we do not accept. A small one, a
 * document, and one that this browser cannot draw are returned unchanged.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const fit = accepted.includes(file.type) && file.size <= LARGE_BYTES;
  if (fit || !file.type.startsWith('image/')) return file;
  try {
    const small = await drawSmaller(file);
    if (!small || (accepted.includes(file.type) && small.size >= file.size)) return file;
    return new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: small.type });
  } catch {
    return file;
  }
}

async function drawSmaller(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // JPEG has no transparency: transparent pixels become white, not black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
