/** '18,600' and '₦18600' are what people write; anything else that is no number is NaN, which the check refuses. */
export function figureOf(typed: string): number {
  const figure = typed.replace(/[₦,\s]/g, '');
  return /^\d+(\.\d+)?$/.test(figure) ? Number(figure) : Number.NaN;
}
