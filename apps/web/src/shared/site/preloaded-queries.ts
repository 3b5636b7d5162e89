import { readEmbedded } from './site-facts.ts';

/**
 * API answers that the server embedded in the page, by path: the data of its prerendered content,
 * or the initial data of the customer's overview. A path with a limit belongs to a paged list, so
 * its answer becomes the first page. They come from our own server with our own page and are not
 * validated.
 */
export function preloadedQueries(): [path: string | undefined, answer: unknown][] {
  return Object.entries(readEmbedded('answers') ?? {}).map(([address, answer]) => {
    const [path, limit] = address.split('?');
    return [path, limit ? { pages: [answer], pageParams: [''] } : answer];
  });
}
