const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether PostgreSQL accepts the text as a uuid. It fails on any other text, where an unknown id
 * should simply not be found.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
