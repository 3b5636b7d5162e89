import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { REPOSITORY } from '../bench/portal-process.ts';
import { chromiumLaunch } from './stage/chromium.ts';
import { openPortal } from './stage/portal-for-tests.ts';
import { become, SCREENS, type Screen } from './stage/screens.ts';
import { STAFF_SCREENS } from './stage/staff-screens.ts';

type Shot = {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly fullPage: boolean;
  readonly file: string;
};

const GALLERY = join(REPOSITORY, '.cache/gallery');
const PICTURES = join(REPOSITORY, 'docs/pictures');
const HEIGHTS = { 1280: 900, 360: 780 } as const;
const WIDTHS = [1280, 360] as const;
const THEMES = ['light', 'dark'] as const;

/** The pictures of the README: the first window of a screen. */
const SHOWN: Readonly<Record<string, readonly (typeof WIDTHS)[number][]>> = {
  landing: [1280, 360],
  plans: [1280],
  payment: [1280, 360],
  dashboard: [1280],
};

function shotsOf({ name }: Screen): Shot[] {
  const file = name.replaceAll(/[^a-z]+/g, '-');
  const gallery = WIDTHS.flatMap((width) =>
    THEMES.map((colorScheme) => ({
      width,
      height: HEIGHTS[width],
      colorScheme,
      fullPage: true,
      file: join(GALLERY, `${file}-${width}-${colorScheme}.png`),
    })),
  );
  const shown = (SHOWN[name] ?? []).map((width) => ({
    width,
    height: HEIGHTS[width],
    colorScheme: 'light' as const,
    fullPage: false,
    file: join(PICTURES, `${file}-${width}.png`),
  }));
  return [...gallery, ...shown];
}

async function takePictures(browser: Browser, origin: string, screen: Screen): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  });
  await become(screen.viewer, context, origin);
  for (const { width, height, colorScheme, fullPage, file } of shotsOf(screen)) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.goto(screen.path);
    await screen.ready(page);
    await page.evaluate(() => document.fonts.ready);
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    await page.screenshot({ path: file, fullPage: fullPage && !inDialog });
    await page.close();
    console.log(file);
  }
  await context.close();
}

rmSync(GALLERY, { recursive: true, force: true });
for (const folder of [GALLERY, PICTURES]) mkdirSync(folder, { recursive: true });
const portal = await openPortal({});
try {
  const browser = await chromium.launch(chromiumLaunch());
  for (const screen of [...SCREENS, ...STAFF_SCREENS]) await takePictures(browser, portal.origin, screen);
  await browser.close();
} finally {
  await portal.close();
}
