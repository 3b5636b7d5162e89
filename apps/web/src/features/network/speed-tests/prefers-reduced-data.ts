/** Network Information API, where a browser has it. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

/**
 * Whether this device is on mobile data or has data saving on, as far as the browser reports it.
 */
export function prefersReducedData(): boolean {
  const connection = 'connection' in navigator ? (navigator.connection as Connection | undefined) : undefined;
  return connection?.saveData === true || connection?.type === 'cellular';
}
