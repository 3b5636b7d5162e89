import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser for the browser tests: CHROMIUM_PATH, else one on the PATH, else Debian's, installed when this process may; else one line that names the remedy. */
export function findChromium(): { path: string } | { missing: string } {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted)
    return isProgram(wanted) ? { path: wanted } : { missing: `CHROMIUM_PATH names ${wanted}, which cannot be run` };
  const found = findOnPath();
  if (found) return { path: found };
  const missing = installDebianPackage('chromium');
  if (missing !== null) return { missing: `The browser tests need Chromium. ${missing}, or set CHROMIUM_PATH` };
  const installed = findOnPath();
  return installed
    ? { path: installed }
    : { missing: 'apt-get installed chromium, yet there is no program of that name' };
}

function findOnPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
