import { readEmbedded } from './site-facts.ts';

/**
 * Answers of the API that the server wrote into the page, by address: what its prerendered content was made of. They come from our own server
 * with our own page, so their shape is taken on trust.
 */
export function embeddedAnswers(): [address: string, answer: unknown][] {
  const embedded = readEmbedded('answers');
  return typeof embedded === 'object' && embedded !== null ? Object.entries(embedded) : [];
}
