/**
 * Creates a value on first use. A date formatter takes a cheap phone many milliseconds, and most
 * pages need few.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
