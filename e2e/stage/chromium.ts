import { findChromium } from '../../tools/run/find-chromium.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

/** How the browser is started that a person would have installed. Throws with the remedy when there is none. */
export function chromiumLaunch(): { readonly executablePath: string; readonly args: string[] } {
  const chromium = findChromium();
  if ('missing' in chromium) throw new Error(chromium.missing);
  return { executablePath: chromium.path, args: ARGS };
}
