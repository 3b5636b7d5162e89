/** The display name of a region: 'lagos' becomes 'Lagos'. */
export function formatRegion(region: string): string {
  return region.charAt(0).toUpperCase() + region.slice(1);
}
