import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { REPOSITORY } from '../bench/portal/portal-process.ts';
import { chromiumLaunch } from './fixtures/browser/chromium.ts';
import { toastOf } from './fixtures/browser/toast.ts';
import { openPortal } from './fixtures/portal/portal-for-tests.ts';
import { galleryPage } from './fixtures/screens/gallery-page.ts';
import { become, openScreen, SCREENS, type Screen } from './fixtures/screens/screens.ts';
import { STAFF_SCREENS } from './fixtures/screens/staff-screens.ts';
import { chatOn } from './fixtures/support/chat.ts';
import { openInbox } from './fixtures/support/console.ts';

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

/** The screenshots of the README: the first window of a screen. */
const SHOWN: Readonly<Record<string, readonly (typeof WIDTHS)[number][]>> = {
  landing: [1280, 360],
  plans: [1280],
  payment: [1280],
  dashboard: [1280],
  'staff, home': [1280],
  'staff, take a payment': [1280],
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

function openDevice(browser: Browser, origin: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  });
}

/** Both sides of a conversation, for the README. */
async function pictureConversation(browser: Browser, origin: string): Promise<void> {
  const [home, office] = [await openDevice(browser, origin), await openDevice(browser, origin)];
  await become('demo customer', home, origin);
  await become('staff', office, origin);
  const page = await home.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Chat with support/ }).click();
  const phone = chatOn(page);
  await phone.whole.getByRole('button', { name: 'Start Chat' }).click();
  await phone.say('Good evening. My speed drops to 5 Mbps every night.');
  const desk = await openInbox(office);
  await desk.page.setViewportSize({ width: 1280, height: 860 });
  await desk.row('Amina Bello').first().click();
  await desk.page.getByRole('button', { name: 'Accept' }).click();
  await desk.say('Good evening Amina. Testing your line from our side now.');
  await phone.line('Testing your line').waitFor();
  await phone.say('Should I unplug anything?');
  await desk.log.getByText('Should I unplug anything?').waitFor();
  await desk.say('Leave it in, please. An engineer can come tomorrow at 9.');
  await phone.line('Leave it in').waitFor();
  await toastOf(page).waitFor({ state: 'detached' });
  await desk.log.getByText('Read', { exact: true }).nth(1).waitFor({ state: 'attached' });
  await desk.page.screenshot({ path: join(PICTURES, 'staff-inbox-1280.png') });
  await home.close();
  await office.close();
}

async function takePictures(browser: Browser, origin: string, screen: Screen): Promise<void> {
  const context = await openDevice(browser, origin);
  await become(screen.viewer, context, origin);
  for (const wide of WIDTHS) {
    const page = await context.newPage();
    await page.setViewportSize({ width: wide, height: HEIGHTS[wide] });
    await openScreen(page, screen);
    await page.evaluate(() => document.fonts.ready);
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    for (const { colorScheme, fullPage, file } of shotsOf(screen).filter(({ width }) => width === wide)) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: file, fullPage: fullPage && !inDialog });
      console.log(file);
    }
    // The other width opens the screen anew, without drafts of this one.
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
  await context.close();
}

// Each screenshot is shown beside the mock-up of that name from --mocks DIR, or from a folder next
// to the checkout. --only PATTERN: the screens with such names.
const { values } = parseArgs({ options: { mocks: { type: 'string' }, only: { type: 'string', default: '' } } });
const [beside = '.'] = globSync('../*/design/mocks/png', { cwd: REPOSITORY });
const drawings = values.mocks ? resolve(values.mocks) : resolve(REPOSITORY, beside);
const screens = [...SCREENS, ...STAFF_SCREENS].filter(({ name }) => new RegExp(values.only).test(name));
rmSync(GALLERY, { recursive: true, force: true });
for (const folder of [GALLERY, PICTURES]) mkdirSync(folder, { recursive: true });
const portal = await openPortal({});
try {
  const browser = await chromium.launch(chromiumLaunch());
  for (const screen of screens) await takePictures(browser, portal.origin, screen);
  if (!values.only) await pictureConversation(browser, portal.origin);
  const pictures = screens.flatMap((screen) => shotsOf(screen).map((shot) => ({ screen: screen.name, ...shot })));
  const page = join(GALLERY, 'index.html');
  const inGallery = pictures.filter(({ file }) => file.startsWith(GALLERY));
  writeFileSync(page, galleryPage(GALLERY, inGallery, drawings));
  console.log(page);
  await browser.close();
} finally {
  await portal.close();
}
