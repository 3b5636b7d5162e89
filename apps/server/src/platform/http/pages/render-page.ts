import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { BrandWords } from '../../settings/published-brand.ts';

/**
 * `prerenderer` is the web app's built module; `answers` are those of the API, by address. `brand`:
 * its published words, null for those of the build.
 */
export type RenderOrder = {
  readonly prerenderer: string;
  readonly path: string;
  readonly language: LanguageCode;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly brand: BrandWords | null;
};

export type RenderPage = (order: Omit<RenderOrder, 'prerenderer'>) => Promise<string>;

const PROGRAM = fileURLToPath(new URL('./render-page.process.ts', import.meta.url));
const LIMITS = { timeout: 10_000, maxBuffer: 16 * 1024 * 1024 };

/**
 * Renders the content of a visitors' page with the web app's own prerenderer. It runs in a process
 * that exits afterwards, so that the portal does not hold the web app in its memory; one at a time,
 * because a change of the plans would otherwise start one for each page and language. Rejects when
 * the rendering fails or takes 10 s.
 */
export function createPageRenderer(prerenderer: string): RenderPage {
  let last: Promise<unknown> = Promise.resolve();
  return (order) => {
    const rendering = last.then(() => renderApart({ prerenderer, ...order }));
    last = rendering.catch(() => undefined);
    return rendering;
  };
}

function renderApart(order: RenderOrder): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not the portal's environment, which contains its secrets, nor its start flags.
    const program = execFile(process.execPath, [PROGRAM], { ...LIMITS, env: {} }, (error, html, said) => {
      if (error) reject(new Error(`${order.path} was not rendered: ${said || error.message}`, { cause: error }));
      else resolve(html);
    });
    program.stdin?.on('error', reject);
    program.stdin?.end(JSON.stringify(order));
  });
}
