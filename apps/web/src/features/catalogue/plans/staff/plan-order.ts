/** The ids with one of them moved by `step` places, where there is room; else as they were. */
export function moved(ids: readonly string[], id: string, step: 1 | -1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0) return ids;
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/**
 * Whether an unsaved order still contains exactly these plans: a colleague may have added one
 * meanwhile.
 */
export function isOrderOf(ids: readonly string[], plans: readonly { readonly id: string }[]): boolean {
  const given = new Set(ids);
  return ids.length === plans.length && plans.every(({ id }) => given.has(id));
}
