/** An incident that names this concerns every line. */
export const EVERYWHERE = 'All areas';

/** Whether an area lies within another, or is it: "Garki, Abuja" lies within "Abuja". Upper and lower case are the same. */
export function liesWithin(area: string, wider: string): boolean {
  const [inner, outer] = [area.toLowerCase(), wider.toLowerCase()];
  return outer === EVERYWHERE.toLowerCase() || inner === outer || inner.endsWith(`, ${outer}`);
}
