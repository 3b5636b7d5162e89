import { readEmbedded } from './site-facts.ts';

/**
 * Answers of the API that the server wrote into the page, by address: what its prerendered content was made of, or what the overview of a customer
 * says first. An address that says how many it asks for is that of a list which is read page by page: its answer is kept as the first page. They come
 * from our own server with our own page, so their shape is taken on trust.
 */
export function embeddedAnswers(): [path: string | undefined, answer: unknown][] {
  return Object.entries(readEmbedded('answers') ?? {}).map(([address, answer]) => {
    const [path, limit] = address.split('?');
    return [path, limit ? { pages: [answer], pageParams: [''] } : answer];
  });
}
