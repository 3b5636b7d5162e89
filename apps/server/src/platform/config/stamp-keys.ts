/** What the authority gives a business for its QR codes: `crypto_keys.txt` of its dashboard. */
export type StampKeys = { readonly publicKey: string; readonly certificate: string };

/**
 * The keys out of that file: a public key in PEM, also as base64 of it, and a line of base64, the
 * certificate. Null where they are not in it.
 */
export function readStampKeys(text: string): StampKeys | null {
  const pem = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/;
  const words = text.replace(pem, ' ').match(/[A-Za-z0-9+/=]{16,}/g) ?? [];
  const coded = words.find((word) => pem.test(Buffer.from(word, 'base64').toString('latin1')));
  const source = pem.exec(text)?.[0] ?? (coded && pem.exec(Buffer.from(coded, 'base64').toString('latin1'))?.[0]);
  const certificate = words.find((word) => word !== coded);
  return source && certificate ? { publicKey: source, certificate } : null;
}
