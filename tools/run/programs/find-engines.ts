import { globSync } from 'node:fs';
import { installDebianPackage } from './debian-package.ts';
import { isProgram, onPath } from './find-chromium.ts';

/** The engines beside Chromium, by the browsers and drivers that Debian packages. */
export const ENGINES = ['Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

/** `driver` and `screen` are WebKit's: Firefox needs neither. */
export type EnginePrograms = { readonly browser: string; readonly driver: string; readonly screen: string };

const DEBIAN: Readonly<Record<Engine, { packages: readonly string[]; find: () => EnginePrograms | null }>> = {
  Firefox: { packages: ['firefox-esr'], find: findFirefox },
  WebKit: { packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
};

/**
 * The programs of an engine, installed from Debian's packages when this process may; or one line
 * with the remedy.
 */
export function findEngine(engine: Engine): EnginePrograms | { readonly missing: string } {
  const { packages, find } = DEBIAN[engine];
  const present = find();
  if (present) return present;
  for (const each of packages) {
    const missing = installDebianPackage(each);
    if (missing !== null) return { missing: `${engine} is not there, so its journeys are left out. ${missing}` };
  }
  return find() ?? { missing: `apt-get installed ${packages.join(' and ')}, yet ${engine} is not there` };
}

function findFirefox(): EnginePrograms | null {
  const browser = onPath(['firefox-esr', 'firefox'])?.path;
  return browser === undefined ? null : { browser, driver: '', screen: '' };
}

function findWebKit(): EnginePrograms | null {
  const driver = onPath(['WebKitWebDriver'])?.path;
  const screen = onPath(['Xvfb'])?.path;
  const browser = findMiniBrowser();
  return driver === undefined || screen === undefined || browser === undefined ? null : { browser, driver, screen };
}

/** Debian keeps it with the libraries of the machine's architecture, and its folder names the version of the API. */
function findMiniBrowser(): string | undefined {
  return globSync('/usr/lib/*-linux-gnu*/webkit2gtk-*/MiniBrowser').find(isProgram);
}
