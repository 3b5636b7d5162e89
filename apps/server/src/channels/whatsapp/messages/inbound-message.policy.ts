import * as z from 'zod/mini';

/** A file that came with a message; `name` is the sender's. */
export type InboundFile = { readonly mediaId: string; readonly name: string | null };

/**
 * What somebody has sent. `words`: what they wrote, or what else can be said in words, maybe with a
 * file. `choice`: a button or a row of a list of ours, by its id. `wordless`: something that says
 * nothing to us, such as a sticker. `moved`: WhatsApp says that they have another number now. `nothing`
 * needs no answer.
 */
export type InboundMessage =
  | { readonly kind: 'words'; readonly text: string; readonly file: InboundFile | null }
  | { readonly kind: 'choice'; readonly id: string; readonly text: string }
  | { readonly kind: 'wordless'; readonly what: string }
  | { readonly kind: 'moved' }
  | { readonly kind: 'nothing' };

/** A message as it was stored: whose it is, on which line, and what the sender calls themselves. */
export type InboundEnvelope = {
  readonly line: string | null;
  /** Their number in digits, or WhatsApp's own id of them. */
  readonly sender: string | null;
  readonly name: string | null;
  readonly wamid: string;
  readonly at: Date | null;
  readonly message: InboundMessage;
};

const some = z.optional(z.nullable(z.string()));
const file = z.looseObject({ id: z.string(), caption: some, filename: some });
const shape = z.looseObject({
  metadata: z.optional(z.looseObject({ phone_number_id: z.optional(z.unknown()) })),
  contacts: z.optional(z.array(z.looseObject({ profile: z.optional(z.looseObject({ name: some, username: some })) }))),
  message: z.looseObject({
    id: z.string(),
    from: some,
    from_user_id: some,
    timestamp: z.optional(z.unknown()),
    type: z.string(),
    text: z.optional(z.looseObject({ body: z.string() })),
    image: z.optional(file),
    document: z.optional(file),
    audio: z.optional(file),
    video: z.optional(file),
    location: z.optional(z.looseObject({ latitude: z.number(), longitude: z.number(), name: some, address: some })),
    contacts: z.optional(z.array(z.unknown())),
    button: z.optional(z.looseObject({ text: some, payload: some })),
    interactive: z.optional(
      z.looseObject({
        button_reply: z.optional(z.looseObject({ id: z.string(), title: z.string() })),
        list_reply: z.optional(z.looseObject({ id: z.string(), title: z.string() })),
      }),
    ),
    system: z.optional(z.looseObject({ type: some })),
    unsupported: z.optional(z.looseObject({ type: some })),
  }),
});

type Read = z.infer<typeof shape>['message'];

const card = z.looseObject({
  name: z.optional(z.looseObject({ formatted_name: some })),
  phones: z.optional(z.array(z.looseObject({ phone: some }))),
});

/** Names and numbers of shared contacts, one a line. */
function cardsAsText(cards: readonly unknown[]): string {
  const lines = cards.flatMap((each) => {
    const read = z.safeParse(card, each);
    if (!read.success) return [];
    const { name, phones = [] } = read.data;
    return [[name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(', ')];
  });
  return `[Contact] ${lines.filter(Boolean).join('; ')}`.trim();
}

function placeAsText({ latitude, longitude, name, address }: NonNullable<Read['location']>): string {
  const words = [name, address].filter(Boolean).join(', ');
  return `[Location] ${words ? `${words}: ` : ''}${latitude}, ${longitude}`;
}

const FILES = ['image', 'document', 'audio'] as const;
const MOVED = new Set(['user_changed_number', 'customer_changed_number', 'user_changed_user_id']);

function messageOf(message: Read): InboundMessage {
  const { type, text, location, contacts, interactive, button } = message;
  if (type === 'text' && text) return { kind: 'words', text: text.body, file: null };
  const withFile = FILES.find((each) => each === type);
  const attached = withFile && message[withFile];
  if (attached) {
    const { id: mediaId, caption, filename } = attached;
    return { kind: 'words', text: caption ?? '', file: { mediaId, name: filename ?? null } };
  }
  if (type === 'location' && location) return { kind: 'words', text: placeAsText(location), file: null };
  if (type === 'contacts' && contacts) return { kind: 'words', text: cardsAsText(contacts), file: null };
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  if (type === 'interactive' && chosen) return { kind: 'choice', id: chosen.id, text: chosen.title };
  if (type === 'button' && button) return { kind: 'words', text: button.text ?? button.payload ?? '', file: null };
  if (type === 'system') return MOVED.has(message.system?.type ?? '') ? { kind: 'moved' } : { kind: 'nothing' };
  // Nobody expects an answer to a thumb, nor to a message that they have taken back.
  if (type === 'reaction') return { kind: 'nothing' };
  if (type === 'edit' || type === 'revoke') return { kind: 'wordless', what: type };
  return { kind: 'wordless', what: message.unsupported?.type ?? type };
}

function momentOf(seconds: unknown): Date | null {
  const at = Number(seconds) * 1000;
  return Number.isSafeInteger(at) && at > 0 ? new Date(at) : null;
}

/** Reads a stored message; null when nothing can be made of it. */
export function readInbound(stored: unknown): InboundEnvelope | null {
  const read = z.safeParse(shape, stored);
  if (!read.success) return null;
  const { metadata, contacts = [], message } = read.data;
  const { profile } = contacts[0] ?? {};
  const line = metadata?.phone_number_id;
  return {
    line: line === undefined ? null : String(line),
    sender: message.from || message.from_user_id || null,
    name:
      (profile?.name || profile?.username || '')
        .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()
        .slice(0, 100) || null,
    wamid: message.id,
    at: momentOf(message.timestamp),
    message: messageOf(message),
  };
}

/** The address at which a contact is kept: a number in E.164, or WhatsApp's own id of somebody. */
export function addressOf(sender: string): string {
  return /^[1-9]\d{6,14}$/.test(sender) ? `+${sender}` : sender;
}

/** What an address is called at WhatsApp. */
export function recipientOf(address: string): string {
  return address.replace(/^\+/, '');
}
