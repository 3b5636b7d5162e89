const HIDDEN = '****';

/**
 * The first letter of each of the first two names, and as many stars whatever their length: "A**** B****". Enough
 * to know that it is the right one, and not who it is.
 */
export function maskedName(names: readonly (string | null)[]): string {
  const words = names.flatMap((name) => (name ?? '').trim().split(/\s+/u)).filter(Boolean);
  const masked = words.slice(0, 2).map((word) => `${[...word][0]?.toLocaleUpperCase('en') ?? ''}${HIDDEN}`);
  return masked.length === 0 ? HIDDEN : masked.join(' ');
}
