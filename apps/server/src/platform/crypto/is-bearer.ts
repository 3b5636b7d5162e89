import { timingSafeEqual } from 'node:crypto';

/** Whether the Authorization header has one of the tokens as bearer, compared in constant time. */
export function isBearer(authorization: string | undefined, tokens: readonly string[]): boolean {
  const given = Buffer.from(authorization ?? '');
  return tokens.some((token) => {
    const expected = Buffer.from(`Bearer ${token}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
