import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `prerenderer` is the web app's built module; `answers` are those of the API, by address. */
export type DrawOrder = {
  readonly prerenderer: string;
  readonly path: string;
  readonly answers: Readonly<Record<string, unknown>>;
};

export type DrawPage = (path: string, answers: DrawOrder['answers']) => Promise<string>;

const PROGRAM = fileURLToPath(new URL('./draw-page.process.ts', import.meta.url));
const LIMITS = { timeout: 10_000, maxBuffer: 16 * 1024 * 1024 };

/**
 * Draws the content of a visitors' page with the web app's own prerenderer. It runs in a process that ends with the drawing, so that the portal
 * does not carry the web app in its memory. Rejects when the drawing fails or takes 10 s.
 */
export function createPageDrawer(prerenderer: string): DrawPage {
  return (path, answers) =>
    new Promise((resolve, reject) => {
      // Nothing of the portal's environment, which holds its secrets, nor of its start flags.
      const drawing = execFile(process.execPath, [PROGRAM], { ...LIMITS, env: {} }, (error, html, said) => {
        if (error) reject(new Error(`${path} was not drawn: ${said || error.message}`, { cause: error }));
        else resolve(html);
      });
      drawing.stdin?.on('error', reject);
      drawing.stdin?.end(JSON.stringify({ prerenderer, path, answers } satisfies DrawOrder));
    });
}
