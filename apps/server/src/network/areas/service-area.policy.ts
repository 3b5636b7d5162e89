/** An incident with this name affects every line. */
export const EVERYWHERE = 'All areas';

/**
 * Whether an area is within another, or equal to it: "Garki, Abuja" is within "Abuja". Case is
 * ignored.
 */
export function liesWithin(area: string, wider: string): boolean {
  const [inner, outer] = [area.toLowerCase(), wider.toLowerCase()];
  return outer === EVERYWHERE.toLowerCase() || inner === outer || inner.endsWith(`, ${outer}`);
}

/**
 * Whether something in `area` may affect a line: also where the line's own area is the wider one,
 * since the exact place is unknown then.
 */
export function mayConcern(lineArea: string, area: string): boolean {
  return liesWithin(lineArea, area) || liesWithin(area, lineArea);
}
