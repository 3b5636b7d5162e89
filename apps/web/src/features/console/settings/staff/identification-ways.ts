/** A way as it is typed: its kind may not be chosen yet. */
type TypedWay = { readonly kind: string; readonly name: string };

/** Ways as one text, a line for each: "card: Passport seen". */
export function writeWays(ways: readonly TypedWay[]): string {
  return ways.map(({ kind, name }) => `${kind}: ${name}`).join('\n');
}

/** The ways of such a text, in its order. */
export function readWays(text: string): TypedWay[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [kind = '', ...rest] = line.split(': ');
    return { kind, name: rest.join(': ') };
  });
}
