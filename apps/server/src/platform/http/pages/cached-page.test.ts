import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand as ownBrand } from '@portal/brand';
import { expect, it, vi } from 'vitest';
import type { BrandWords } from '../../settings/published-brand.ts';
import { createCachedPage, type RenderedPage } from './cached-page.ts';
import { createPageRenderer, type RenderPage } from './render-page.ts';

const make = ({ html, answers }: RenderedPage) => ({ html, answers });

/** A page that is rendered from one answer, which the test changes. */
function cachedPage(render: RenderPage) {
  const state = { answer: '["Home 10 Mbps"]' };
  const onFailure = vi.fn();
  const readAnswer = vi.fn(async () => state.answer);
  const page = createCachedPage(
    { path: '/plans', language: 'yo' },
    { address: '/api/plans', readAnswer },
    { render, make, onFailure, readBrand: () => null, facts: () => ({}) },
  );
  return { state, page, readAnswer, onFailure };
}

it('shows the current plans: it is rendered once, and again when the plans have changed', async () => {
  const render = vi.fn<RenderPage>(
    async ({ path, language, answers }) => `${path} ${language} ${JSON.stringify(answers)}`,
  );
  const { state, page } = cachedPage(render);
  const first = { html: '/plans yo {"/api/plans":["Home 10 Mbps"]}', answers: { '/api/plans': ['Home 10 Mbps'] } };
  expect(await Promise.all([page(), page(), page()])).toEqual([first, first, first]);
  expect(render).toHaveBeenCalledTimes(1);
  state.answer = '["Home 20 Mbps"]';
  expect((await page())?.html).toContain('Home 20 Mbps');
  expect((await page())?.html).toContain('Home 20 Mbps');
  expect(render).toHaveBeenCalledTimes(2);
});

it('is rendered with the published words of the brand, also without an answer, and as built while there are none', async () => {
  let brand: BrandWords | null = null;
  const render = vi.fn<RenderPage>(async ({ brand: words }) => `call ${words?.phone.label}`);
  const deps = {
    render,
    onFailure: vi.fn(),
    readBrand: () => brand,
    facts: () => ({}),
    make: ({ html }: RenderedPage) => html,
  };
  const page = createCachedPage({ path: '/about', language: 'en' }, null, deps);
  expect(await page()).toBeNull();
  for (const label of ['+234 1', '+234 2']) {
    brand = { ...ownBrand, phone: { label, href: 'tel:1' } };
    expect(await Promise.all([page(), page()])).toEqual([`call ${label}`, `call ${label}`]);
  }
  expect(render).toHaveBeenCalledTimes(2);
});

it('is served as built while it cannot be rendered or the plans cannot be read, and rendered as soon as possible', async () => {
  const render = vi.fn<RenderPage>().mockRejectedValueOnce(new Error('no memory')).mockResolvedValue('cards');
  const { page, readAnswer, onFailure } = cachedPage(render);
  expect(await page()).toBeNull();
  readAnswer.mockRejectedValueOnce(new Error('database away'));
  expect(await page()).toBeNull();
  expect(onFailure).toHaveBeenCalledTimes(2);
  expect((await page())?.html).toBe('cards');
});

it('is rendered by the web app’s own module in a process of its own, whose failure its caller handles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prerenderer-'));
  const file = join(folder, 'prerender.mjs');
  writeFileSync(
    file,
    `export async function prerenderWith(path, language, answers) {
      if (path === '/broken') throw new Error('not this page');
      if (path === '/gone') process.exit(3);
      return path + ' ' + language + ' ' + JSON.stringify(answers);
    }`,
  );
  const render = createPageRenderer(pathToFileURL(file).href);
  const order = (path: string) => ({ path, language: 'ha', answers: { '/api/plans': [1] }, brand: null }) as const;
  expect(await render(order('/plans'))).toBe('/plans ha {"/api/plans":[1]}');
  await expect(render(order('/broken'))).rejects.toThrow(/broken was not rendered: .*not this page/s);
  await expect(render(order('/gone'))).rejects.toThrow('/gone was not rendered');
  await rm(folder, { recursive: true });
});
