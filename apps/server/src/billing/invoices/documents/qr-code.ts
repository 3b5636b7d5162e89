import { encodeQR } from 'qr';

/** The white edge that readers need, in modules (ISO 18004). */
export const QUIET_MODULES = 4;

/**
 * A text as a QR code that reads well with a seventh of it damaged (level M): its dark modules as a path of
 * SVG, a module to a unit, and how many modules it is wide without the white edge around it.
 */
export function qrCodeOf(text: string): { readonly modules: number; readonly path: string } {
  // Without the narrowest edge that the library draws.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const runs = rows.flatMap((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...dark.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
  });
  return { modules: rows.length, path: runs.join('') };
}
