const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether PostgreSQL would take the text for a uuid: it fails on any other, where a stranger's id
 * should simply find nothing.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
