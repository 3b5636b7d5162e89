import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { BrandWords } from '../../settings/published-brand.ts';
import type { RenderPage } from './render-page.ts';

/**
 * The source of a page: the answer of the API at `address`, as it is now; null while the page has
 * what it was built with.
 */
export type CachedContent = { readonly address: string; readonly readAnswer: () => Promise<string | null> };

/**
 * The content of a page, and the answers and the words of the brand that it was rendered from; the
 * browser must hydrate with the same ones.
 */
export type RenderedPage = {
  readonly html: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly brand: BrandWords | null;
};

/**
 * A visitors' page in one language whose content changes while the portal runs. It is rendered when
 * it is first requested and again when its answer, the brand or a fact has changed; concurrent requests
 * wait for the same rendering. Null when it cannot be rendered, or need not be: then the page is
 * served as built.
 */
export function createCachedPage<Made>(
  { path, language }: { readonly path: string; readonly language: LanguageCode },
  source: CachedContent | null,
  deps: {
    readonly readBrand: () => BrandWords | null;
    /** Of this installation, in every page. */
    readonly facts: () => unknown;
    readonly render: RenderPage;
    readonly make: (rendered: RenderedPage) => Made;
    readonly onFailure: (error: unknown) => void;
  },
): () => Promise<Made | null> {
  let latest: { readonly answer: string | null; readonly words: string; readonly made: Promise<Made | null> } | null =
    null;

  async function renderWith(answers: RenderedPage['answers'], brand: BrandWords | null): Promise<Made> {
    return deps.make({ html: await deps.render({ path, language, answers, brand }), answers, brand });
  }
  return async () => {
    try {
      const brand = deps.readBrand();
      const answer = (await source?.readAnswer()) ?? null;
      if (answer === null && brand === null) return null;
      const words = JSON.stringify([brand, deps.facts()]);
      if (latest?.answer !== answer || latest.words !== words) {
        const answers = source === null || answer === null ? {} : { [source.address]: JSON.parse(answer) as unknown };
        latest = {
          answer,
          words,
          made: renderWith(answers, brand).catch((error: unknown) => {
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
