import { constants, publicEncrypt } from 'node:crypto';
import type { StampKeys } from '../../../../platform/config/stamp-keys.ts';

/**
 * The text of a document's QR code: its number with the second in which it was registered, and the
 * certificate, for the authority's eyes alone (MBS, IRN signing: RSA with PKCS #1 v1.5, base64). Different
 * each time, so it is made once and stored.
 */
export function qrTextOf(keys: StampKeys, irn: string, at: Date): string {
  const content = JSON.stringify({ irn: `${irn}.${Math.floor(at.getTime() / 1000)}`, certificate: keys.certificate });
  const key = { key: keys.publicKey, padding: constants.RSA_PKCS1_PADDING };
  return publicEncrypt(key, Buffer.from(content)).toString('base64');
}
