import type { FaultRequest } from '../faults.ts';
import { SANDBOX_WHATSAPP } from '../sandbox-options.ts';
import type { Scheduler } from '../scheduler.ts';
import { sampleFiles } from './sample-files.ts';
import type { WhatsAppWebhooks } from './whatsapp-webhooks.ts';

const DAY_MS = 24 * 3_600_000;
const STATUS_GAP_MS = 40;
/** So long the business is shown to be typing, unless it writes before. */
const TYPING_MS = 25_000;
const KEPT = 5000;

/** What a customer does on their telephone. */
export type PhoneMessage =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly sample: keyof typeof sampleFiles; readonly caption?: string | undefined }
  /** `of`: the message of the business that it belongs to, and whether it is a row of a list. */
  | {
      readonly type: 'choice';
      readonly id: string;
      readonly title: string;
      readonly of?: { readonly messageId: string; readonly isRow: boolean; readonly description: string };
    }
  | { readonly type: 'location' | 'contact' | 'sticker' | 'reaction' | 'edit' | 'moved' };

export interface ShownChoice {
  readonly id: string;
  readonly title: string;
  readonly isRow: boolean;
  /** Empty without one. */
  readonly description: string;
}

/** One message as the telephone shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly number: string;
  readonly from: 'customer' | 'business';
  readonly text: string;
  /** Buttons and rows that can be pressed. */
  readonly choices: readonly ShownChoice[];
  readonly status: string;
  readonly at: string;
}

export interface FakeTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  status: string;
  readonly category: string;
  readonly body: string;
}

interface Dependencies {
  readonly webhooks: WhatsAppWebhooks;
  readonly scheduler: Scheduler;
  readonly clock: () => Date;
  readonly newId: () => string;
}

/**
 * WhatsApp as far as the portal sees it: telephones that write and are written to, the 24 hours in which
 * they may be, and what becomes of each message, reported to the portal with a signature. In memory.
 */
export class PhoneNetwork {
  readonly #deps: Dependencies;
  readonly #webhooks: WhatsAppWebhooks;
  readonly #names = new Map<string, string>();
  readonly #windows = new Map<string, number>();
  readonly #typingSince = new Map<string, number>();
  readonly #media = new Map<string, { readonly bytes: Buffer; readonly mediaType: string }>();
  readonly #templates = new Map<string, FakeTemplate>();
  #messages: ShownMessage[] = [];
  #number = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#webhooks = deps.webhooks;
  }

  /** The messages of a telephone, oldest first; of all without a number. */
  messages(number?: string): ShownMessage[] {
    return this.#messages.filter((message) => number === undefined || message.number === number);
  }

  /** A customer's telephone sends something. Returns the id of the message. */
  write(
    number: string,
    message: PhoneMessage,
    options: { readonly name?: string | undefined; readonly copies?: number | undefined } = {},
  ): string {
    const id = `wamid.${Buffer.from(this.#deps.newId()).toString('base64url')}`;
    const at = this.#deps.clock();
    if (message.type !== 'reaction' && message.type !== 'moved') this.#windows.set(number, at.getTime());
    this.#show({
      id,
      number,
      from: 'customer',
      text: shownText(message),
      choices: [],
      status: 'sent',
      at: at.toISOString(),
    });
    const value = {
      ...this.#envelope(),
      ...(message.type === 'moved'
        ? {}
        : { contacts: [{ profile: { name: this.#nameOf(number, options.name) }, wa_id: number }] }),
      messages: [
        { from: number, id, timestamp: String(Math.floor(at.getTime() / 1000)), ...this.#payload(number, message) },
      ],
    };
    this.#webhooks.report([{ field: 'messages', value }], { about: number, copies: options.copies });
    return id;
  }

  /**
   * The customer presses a button, or a row of a list, of the newest message that has it, by its title or
   * id. Null where no message has it.
   */
  press(
    number: string,
    choice: string,
    options: { readonly messageId?: string | undefined; readonly copies?: number | undefined } = {},
  ): string | null {
    const found = this.messages(number)
      .toReversed()
      .filter(({ id }) => options.messageId === undefined || id === options.messageId)
      .flatMap(({ id: messageId, choices }) => choices.map((each) => ({ messageId, ...each })))
      .find(({ id, title }) => title === choice || id === choice);
    if (!found) return null;
    const { id, title, messageId, isRow, description } = found;
    return this.write(number, { type: 'choice', id, title, of: { messageId, isRow, description } }, options);
  }

  /** The business has read a message of a customer and all before it, and maybe begins to write. */
  readByBusiness(id: string, isTyping: boolean): boolean {
    const index = this.#messages.findIndex((message) => message.id === id && message.from === 'customer');
    const number = this.#messages[index]?.number;
    if (number === undefined) return false;
    this.#messages = this.#messages.map((message, at) =>
      at <= index && message.number === number && message.from === 'customer'
        ? { ...message, status: 'read' }
        : message,
    );
    if (isTyping) this.#typingSince.set(number, this.#deps.clock().getTime());
    return true;
  }

  /** Whether the telephone shows that the business is typing. */
  isTyping(number: string): boolean {
    return this.#deps.clock().getTime() - (this.#typingSince.get(number) ?? 0) < TYPING_MS;
  }

  /** The telephone has read everything up to now. */
  read(number: string): void {
    for (const message of this.messages(number)) {
      if (message.from === 'business' && message.status === 'delivered') this.#status(message.id, number, 'read', null);
    }
  }

  /** Whether anything but a template may be sent to this telephone. */
  isOpen(number: string): boolean {
    return this.#deps.clock().getTime() - (this.#windows.get(number) ?? 0) < DAY_MS;
  }

  /** As if the customer had written last a day ago. */
  closeWindow(number: string): void {
    this.#windows.delete(number);
  }

  /** A message of the business that was accepted: shown, and its statuses are reported one after the other. */
  accept(
    number: string,
    content: Omit<ShownMessage, 'id' | 'number' | 'from' | 'status' | 'at'>,
    reference: string | null,
    fault: FaultRequest | null,
  ): string {
    this.#number += 1;
    this.#typingSince.delete(number);
    const id = `wamid.out${this.#number}.${this.#deps.newId()}`;
    this.#show({ ...content, id, number, from: 'business', status: 'accepted', at: this.#deps.clock().toISOString() });
    if (fault?.mode === 'silent') return id;
    const states = fault?.mode === 'decline-later' ? ['sent', 'failed'] : ['sent', 'delivered'];
    const code = fault?.code ?? 131026;
    const order = fault?.mode === 'statuses-reversed' ? states.toReversed() : states;
    order.forEach((state, index) => {
      this.#webhooks.begin();
      this.#deps.scheduler.in(STATUS_GAP_MS * (index + 1), () => {
        this.#status(id, number, state, reference, code);
        this.#webhooks.end();
      });
    });
    return id;
  }

  templates(): FakeTemplate[] {
    return [...this.#templates.values()];
  }

  findTemplate(name: string, language: string): FakeTemplate | null {
    return this.#templates.get(`${name} ${language}`) ?? null;
  }

  addTemplate(template: Omit<FakeTemplate, 'id'>): FakeTemplate {
    const made = { ...template, id: this.#deps.newId() };
    this.#templates.set(`${made.name} ${made.language}`, made);
    return made;
  }

  /** WhatsApp's reviewers have decided, or its rules have. */
  setTemplateStatus(name: string, language: string, status: string): boolean {
    const template = this.findTemplate(name, language);
    if (!template) return false;
    template.status = status;
    const value = {
      event: status,
      message_template_id: template.id,
      message_template_name: name,
      message_template_language: language,
      reason: status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
    };
    this.#webhooks.report([{ field: 'message_template_status_update', value }], { about: name });
    return true;
  }

  media(id: string) {
    return this.#media.get(id) ?? null;
  }

  /** Resolves when all that was to be reported has been taken or given up. */
  settled(): Promise<void> {
    return this.#webhooks.settled();
  }

  /** What somebody calls themselves: as they last did. */
  #nameOf(number: string, name: string | undefined): string {
    const called = name ?? this.#names.get(number) ?? 'Ada';
    this.#names.set(number, called);
    return called;
  }

  #show(message: ShownMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > KEPT) this.#messages = this.#messages.slice(-KEPT);
  }

  #envelope() {
    return {
      messaging_product: 'whatsapp',
      metadata: {
        display_phone_number: SANDBOX_WHATSAPP.displayNumber,
        phone_number_id: SANDBOX_WHATSAPP.phoneNumberId,
      },
    };
  }

  #status(id: string, number: string, status: string, reference: string | null, code = 131026): void {
    this.#messages = this.#messages.map((message) => (message.id === id ? { ...message, status } : message));
    const failed = { errors: [{ code, title: 'Message undeliverable', message: 'Message undeliverable' }] };
    const value = {
      ...this.#envelope(),
      statuses: [
        {
          id,
          status,
          timestamp: String(Math.floor(this.#deps.clock().getTime() / 1000)),
          recipient_id: number,
          ...(reference === null ? {} : { biz_opaque_callback_data: reference }),
          ...(status === 'failed' ? failed : {}),
        },
      ],
    };
    this.#webhooks.report([{ field: 'messages', value }], { about: number });
  }

  #payload(number: string, message: PhoneMessage): object {
    switch (message.type) {
      case 'text':
        return { type: 'text', text: { body: message.text } };
      case 'choice':
        return choicePayload(message);
      case 'file': {
        const { type, mediaType, bytes, name } = sampleFiles[message.sample];
        const id = this.#deps.newId();
        this.#media.set(id, { bytes, mediaType });
        const file = { id, mime_type: mediaType, ...(message.caption && { caption: message.caption }) };
        return { type, [type]: type === 'document' ? { ...file, filename: name } : file };
      }
      case 'location':
        return {
          type: 'location',
          location: { latitude: 6.4402, longitude: 7.4943, name: 'Okpara Square', address: 'Enugu' },
        };
      case 'contact':
        return {
          type: 'contacts',
          contacts: [{ name: { formatted_name: 'Chidi Okafor' }, phones: [{ phone: '+234 803 000 0001' }] }],
        };
      case 'sticker':
        return { type: 'sticker', sticker: { id: this.#deps.newId(), mime_type: 'image/webp', animated: false } };
      case 'reaction':
        return { type: 'reaction', reaction: { message_id: this.messages(number).at(-1)?.id ?? '', emoji: '👍' } };
      case 'edit':
        return { type: 'edit', edit: { original_message_id: this.messages(number).at(-1)?.id ?? '' } };
      case 'moved':
        return {
          type: 'system',
          system: {
            body: `User changed from ${number} to 2348099999999`,
            wa_id: '2348099999999',
            type: 'user_changed_number',
          },
        };
    }
  }
}

/** As WhatsApp reports a press: of a row with its description, and of which message it is. */
function choicePayload({ id, title, of }: Extract<PhoneMessage, { readonly type: 'choice' }>): object {
  const context = of && { from: SANDBOX_WHATSAPP.displayNumber.replace(/\D/g, ''), id: of.messageId };
  const reply = { id, title };
  const interactive = of?.isRow
    ? { type: 'list_reply', list_reply: { ...reply, ...(of.description && { description: of.description }) } }
    : { type: 'button_reply', button_reply: reply };
  return { ...(context && { context }), type: 'interactive', interactive };
}

function shownText(message: PhoneMessage): string {
  if (message.type === 'text') return message.text;
  if (message.type === 'choice') return message.title;
  if (message.type === 'file') return `(${message.sample}) ${message.caption ?? ''}`.trim();
  return `(${message.type})`;
}
