import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The same engine without the window rendering: a browser test takes three fifths of the processor
 * time.
 */
const WITHOUT_WINDOW = 'chromium-headless-shell';

type Found = { readonly path: string } | { readonly missing: string };

/**
 * The full browser: CHROMIUM_PATH, otherwise one on the PATH, otherwise Debian's, installed when
 * this process may; or one line with the remedy.
 */
export function findChromium(): Found {
  return chosen() ?? onPath(NAMES) ?? install('chromium', NAMES);
}

/**
 * The browser for the browser tests: CHROMIUM_PATH, otherwise headless Chromium, installed when
 * this process may, otherwise a full browser.
 */
export function findTestBrowser(): Found {
  const found = chosen() ?? onPath([WITHOUT_WINDOW]);
  if (found) return found;
  const installed = install(WITHOUT_WINDOW, [WITHOUT_WINDOW]);
  return 'path' in installed ? installed : findChromium();
}

function chosen(): Found | null {
  const wanted = process.env.CHROMIUM_PATH;
  if (!wanted) return null;
  return isProgram(wanted) ? { path: wanted } : { missing: `CHROMIUM_PATH names ${wanted}, which cannot be run` };
}

/** The first of these programs on the PATH; null where there is none. */
export function onPath(names: readonly string[]): { readonly path: string } | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  const path = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
  return path === undefined ? null : { path };
}

function install(debianPackage: string, names: readonly string[]): Found {
  const missing = installDebianPackage(debianPackage);
  if (missing !== null) return { missing: `The browser tests need Chromium. ${missing}, or set CHROMIUM_PATH` };
  return onPath(names) ?? { missing: `apt-get installed ${debianPackage}, yet there is no program of that name` };
}

/** Whether this process may run the file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
