import { expect, test } from '../fixtures/test.ts';

type Icon = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string };

/** The size in the header of a PNG; null for anything that is not a PNG. */
function pngSize(file: Buffer): string | null {
  const isPng =
    file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && file.toString('latin1', 12, 16) === 'IHDR';
  return isPng ? `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}` : null;
}

test('a device that installs the portal finds its start page and icons of the declared sizes', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  const manifest = (await answer.json()) as { icons: Icon[] } & Record<string, string>;
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  expect([manifest.name, manifest.short_name, manifest.background_color, manifest.theme_color]).toEqual(
    Array.from({ length: 4 }, () => expect.stringMatching(/\S/)),
  );
  expect((await request.get(manifest.start_url ?? '')).status()).toBe(200);
  const drawn = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  expect(drawn).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type']?.split(';')[0], src).toBe(type);
    if (type === 'image/png') expect(pngSize(await icon.body()), src).toBe(sizes);
    else expect(await icon.text(), src).toMatch(/^<svg [^>]*viewBox=/);
  }
});

test('a home screen and a browser’s tab find their icons on every page', async ({ page, request }) => {
  for (const path of ['/', '/plans', '/login', '/reset-password']) {
    await page.goto(path);
    const touch = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '';
    const onPhone = await request.get(touch);
    expect([onPhone.status(), onPhone.headers()['content-type']]).toEqual([200, 'image/png']);
    expect(pngSize(await onPhone.body()), path).toBe('180x180');
    const inTab = await request.get((await page.locator('link[rel=icon]').getAttribute('href')) ?? '');
    expect([inTab.status(), inTab.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  }
});
