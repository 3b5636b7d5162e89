import { findTestBrowser } from '../../tools/run/find-chromium.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  // Letters stand where they do on a telephone, not on whole pixels.
  '--font-render-hinting=none',
];

/** How the browser of the tests is started, or another one that was found. Throws with the remedy when there is none. */
export function chromiumLaunch(chromium = findTestBrowser()): {
  readonly executablePath: string;
  readonly args: string[];
} {
  if ('missing' in chromium) throw new Error(chromium.missing);
  return { executablePath: chromium.path, args: ARGS };
}
