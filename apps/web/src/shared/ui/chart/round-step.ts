const STEPS = [1, 2, 2.5, 5, 10];

/**
 * A readable step of an axis: the smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not
 * below `least`.
 */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}
