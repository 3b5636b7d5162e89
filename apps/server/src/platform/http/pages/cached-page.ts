import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { RenderPage } from './render-page.ts';

/** The source of a page: the answer of the API at `address`, as it is now. */
export type CachedContent = { readonly address: string; readonly readAnswer: () => Promise<string> };

/**
 * The content of a page and the answers it was rendered from; the browser must hydrate with the
 * same ones.
 */
export type Drawing = { readonly html: string; readonly answers: Readonly<Record<string, unknown>> };

/**
 * A visitors' page in one language whose content changes while the portal runs. It is rendered when
 * it is first requested and again when its answer has changed; concurrent requests wait for the
 * same rendering. Null when it cannot be rendered: then the page is served as built.
 */
export function createCachedPage<Made>(
  { path, language }: { readonly path: string; readonly language: LanguageCode },
  { address, readAnswer }: CachedContent,
  deps: {
    readonly draw: RenderPage;
    readonly make: (drawing: Drawing) => Made;
    readonly onFailure: (error: unknown) => void;
  },
): () => Promise<Made | null> {
  let latest: { readonly answer: string; readonly made: Promise<Made | null> } | null = null;

  async function drawWith(answer: string): Promise<Made> {
    const answers = { [address]: JSON.parse(answer) as unknown };
    return deps.make({ html: await deps.draw({ path, language, answers }), answers });
  }
  return async () => {
    try {
      const answer = await readAnswer();
      if (latest?.answer !== answer) {
        latest = {
          answer,
          made: drawWith(answer).catch((error: unknown) => {
            latest = null;
            deps.onFailure(error);
            return null;
          }),
        };
      }
      return await latest.made;
    } catch (error) {
      deps.onFailure(error);
      return null;
    }
  };
}
