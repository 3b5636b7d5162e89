import type { InboundMail, InboundMailState } from '@portal/contract/support/inbound-mails';

type Listed = Exclude<InboundMailState, 'retrying'>;

/** The views of the page; the first is the default. */
export const inboundMailViews = [
  { id: 'unreadable', label: 'Not read' },
  { id: 'taken', label: 'Taken' },
  { id: 'ignored', label: 'Ignored' },
] as const satisfies readonly { readonly id: Listed; readonly label: string }[];

export type InboundMailView = (typeof inboundMailViews)[number]['id'];

/** The view in an address's query; else the first. */
export function viewOf(params: URLSearchParams): InboundMailView {
  return inboundMailViews.find(({ id }) => id === params.get('state'))?.id ?? inboundMailViews[0].id;
}

export const emptyTexts: Readonly<Record<InboundMailView, { readonly title: string; readonly text: string }>> = {
  unreadable: { title: 'Every mail was read', text: 'A mail that we cannot read waits here, so that none is lost.' },
  taken: { title: 'No mail has come yet', text: 'Each mail to the desk becomes a ticket, or a reply in one.' },
  ignored: { title: 'No mail was ignored', text: 'Automatic answers, lists and returned mails get no ticket.' },
};

export const reasonTexts: Readonly<Record<NonNullable<InboundMail['reason']>, string>> = {
  automatic: 'An automatic answer',
  list: 'From a mailing list, or bulk mail',
  bounce: 'A returned mail or another message of a mail server',
  own: 'The portal’s own mail',
  copy: 'Another copy of a mail that is in a ticket',
  'too-deep': 'Too many parts in each other',
  malformed: 'It is not a mail that can be read',
  gone: 'It is not in the mailbox any more',
};
