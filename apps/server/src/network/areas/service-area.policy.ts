/** An incident that names this concerns every line. */
export const EVERYWHERE = 'All areas';

/** Whether an area lies within another, or is it: "Garki, Abuja" lies within "Abuja". Upper and lower case are the same. */
export function liesWithin(area: string, wider: string): boolean {
  const [inner, outer] = [area.toLowerCase(), wider.toLowerCase()];
  return outer === EVERYWHERE.toLowerCase() || inner === outer || inner.endsWith(`, ${outer}`);
}

/** Whether something in `area` may concern a line: also where the line's own area is the wider one, for then nobody knows. */
export function mayConcern(lineArea: string, area: string): boolean {
  return liesWithin(lineArea, area) || liesWithin(area, lineArea);
}
