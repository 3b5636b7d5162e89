/**
 * The brand this Node was told to use: `node --conditions=second-brand …`, on the command line or
 * in NODE_OPTIONS, makes `@portal/brand` another file (brand/package.json). The bundler must
 * resolve it the same way.
 */
export function brandConditions(): string[] {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return words.flatMap((word) => /^(?:-C|--conditions)=(\S+-brand)$/.exec(word)?.[1] ?? []);
}
