/**
 * A name that this device gives to something it sends, so that the server knows a repeat: 32
 * hexadecimal digits by chance. Also where pages come over plain http.
 */
export function newClientId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
