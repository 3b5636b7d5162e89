import { readEmbedded } from '../../../shared/site/site-facts.ts';

/** Where this installation measures: the address that the page carries, else the portal itself. */
export function testServerOrigin(): string {
  const facts = readEmbedded('site');
  const named =
    typeof facts === 'object' && facts !== null && 'speedTestOrigin' in facts ? facts.speedTestOrigin : null;
  return typeof named === 'string' ? named : location.origin;
}
