/** What is made when it is first asked for. A formatter of dates takes a cheap telephone many milliseconds, and most pages need few. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
