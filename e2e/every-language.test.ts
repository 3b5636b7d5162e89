import { findBarriers, findOverflow } from './stage/accessibility.ts';
import { become } from './stage/screens.ts';
import { expect, test } from './stage/stage.ts';

const PATHS = {
  visitor: ['/', '/plans', '/support', '/status', '/about', '/privacy', '/login', '/register', '/forgot-password'],
  'demo customer': [
    ...['/plans', '/support', '/about'],
    ...['', '?tab=analytics', '?tab=subscription', '?tab=referrals', '?tab=speedtest'].map((tab) => `/dashboard${tab}`),
    ...['', '?tab=security', '?tab=notifications', '?tab=billing'].map((tab) => `/profile${tab}`),
    ...['/payment', '/demo'],
  ],
} as const;
const NARROW = 360;

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: NARROW, height: 800 } });

for (const language of ['yo', 'ha', 'ig'] as const) {
  for (const viewer of ['visitor', 'demo customer'] as const) {
    test(`every page of a ${viewer} has room for the words of "${language}", and nothing keeps anybody from using it`, async ({
      page,
      context,
      portal,
    }) => {
      test.slow();
      await become(viewer, context, portal.origin);
      await context.addInitScript((code) => localStorage.setItem('language', code), language);
      for (const path of PATHS[viewer]) {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await page.waitForLoadState('networkidle');
        await expect(page.locator('h1:visible')).toHaveCount(1);
        expect.soft(await findOverflow(page), `${path} wider than ${NARROW} px`).toEqual([]);
        expect.soft(await findBarriers(page), `axe on ${path}`).toEqual([]);
      }
    });
  }
}
