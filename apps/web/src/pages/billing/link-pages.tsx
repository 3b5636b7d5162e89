// One chunk for pages that few people open, by a link in a message: the start names each chunk to every visitor.
export { CheckProofPage } from './check-proof-page.tsx';
export { DocumentPage } from './document-page.tsx';
export { LineOfferPage } from './line-offer-page.tsx';
