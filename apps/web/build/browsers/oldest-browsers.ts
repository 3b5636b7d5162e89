/**
 * The oldest versions that the portal supports, by the names of MDN's data: docs/browsers.md says
 * why, and is checked against this list. The build and the checks of what a browser knows follow it.
 */
export const OLDEST_BROWSERS = {
  chrome: '111',
  chrome_android: '111',
  edge: '111',
  firefox: '128',
  firefox_android: '128',
  safari: '16.4',
  safari_ios: '16.4',
} as const;

/** The same for Vite: what is newer in our syntax and style sheets is rewritten for these. */
export const BUILD_TARGET = [
  `chrome${OLDEST_BROWSERS.chrome}`,
  `edge${OLDEST_BROWSERS.edge}`,
  `firefox${OLDEST_BROWSERS.firefox}`,
  `safari${OLDEST_BROWSERS.safari}`,
  `ios${OLDEST_BROWSERS.safari_ios}`,
];
