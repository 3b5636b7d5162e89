/**
 * A random id that this device gives to a request, so that the server recognises a repeat: 32
 * hexadecimal digits. Works over plain http too.
 */
export function newClientId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
