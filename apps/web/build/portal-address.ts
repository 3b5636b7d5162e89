/**
 * Where the portal listens while `vite dev` serves the pages: PORT on this machine, 3000 when
 * unset.
 */
export function portalAddress(): string {
  return `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
}
