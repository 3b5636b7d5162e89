import type { FastifyInstance } from 'fastify';
import type { FaultRequest } from '../faults.ts';
import {
  isRecord,
  type RouteDependencies,
  textOf,
  type VendorAnswer,
  type VendorCall,
  vendorRoute,
} from '../gateways/vendor-route.ts';
import { SANDBOX_WHATSAPP } from '../sandbox-options.ts';
import type { PhoneNetwork, ShownChoice, ShownMessage } from './phone-network.ts';

interface Dependencies {
  readonly network: PhoneNetwork;
  readonly newId: () => string;
  /** Where the fake's own addresses begin. */
  readonly base: () => string;
}

/** An error in the form of Meta's Graph API. */
export function refusal(status: number, code: number, details: string): VendorAnswer {
  const message = `(#${code}) ${details}`;
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: 'sandbox',
      },
    },
  };
}

const refuse = ({ authorization }: VendorCall): VendorAnswer | null =>
  authorization === `Bearer ${SANDBOX_WHATSAPP.token}` ? null : refusal(401, 190, 'Invalid OAuth access token.');

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The buttons and rows of an interactive message. */
function choicesOf(interactive: Record<string, unknown>): ShownChoice[] {
  const action = recordOf(interactive.action);
  const buttons = listOf(action.buttons).map(({ reply }) => ({ ...recordOf(reply), isRow: false }));
  const rows = listOf(action.sections).flatMap(({ rows }) => listOf(rows).map((row) => ({ ...row, isRow: true })));
  return [...buttons, ...rows].map(({ isRow, ...choice }: Record<string, unknown> & { isRow: boolean }) => ({
    id: textOf(choice.id),
    title: textOf(choice.title),
    isRow,
    description: textOf(choice.description),
  }));
}

const BUTTONS = { most: 3, title: 20, id: 256 };
const ROWS = { most: 10, title: 24, id: 200 };
const LONGEST_DESCRIPTION = 72;
const LONGEST_BODY = 1024;
const LONGEST_LIST_BUTTON = 20;

/** The limits of Meta's pages "Interactive list messages" and "Interactive reply buttons messages". */
function isWrongInteractive(interactive: Record<string, unknown>, choices: readonly ShownChoice[]): boolean {
  const isList = interactive.type === 'list';
  if (!isList && interactive.type !== 'button') return true;
  const limits = isList ? ROWS : BUTTONS;
  const body = textOf(recordOf(interactive.body).text);
  const action = recordOf(interactive.action);
  const listButton = textOf(action.button);
  const sections = listOf(action.sections);
  const isWrong = ({ id, title, isRow, description }: ShownChoice) =>
    isRow !== isList ||
    id === '' ||
    id.length > limits.id ||
    title === '' ||
    title.length > limits.title ||
    description.length > LONGEST_DESCRIPTION;
  const hasTwice = (values: readonly string[]) => new Set(values).size < values.length;
  return (
    body === '' ||
    body.length > LONGEST_BODY ||
    choices.length === 0 ||
    choices.length > limits.most ||
    choices.some(isWrong) ||
    hasTwice(choices.map(({ id }) => id)) ||
    (!isList && hasTwice(choices.map(({ title }) => title))) ||
    (isList && (listButton === '' || listButton.length > LONGEST_LIST_BUTTON)) ||
    (sections.length > 1 && sections.some(({ title }) => textOf(title) === ''))
  );
}

type Content = Omit<ShownMessage, 'id' | 'number' | 'from' | 'status' | 'at'>;

/** What the telephone would show of a message, or the error that WhatsApp answers with. */
function contentOf({ network }: Dependencies, body: Readonly<Record<string, unknown>>): Content | VendorAnswer {
  const to = textOf(body.to);
  if (body.messaging_product !== 'whatsapp' || to === '') return refusal(400, 100, 'Invalid parameter');
  if (body.type === 'template') {
    const template = recordOf(body.template);
    const found = network.findTemplate(textOf(template.name), textOf(recordOf(template.language).code));
    if (!found) return refusal(404, 132001, 'Template name does not exist in the translation');
    if (found.status === 'PAUSED') return refusal(400, 132015, 'Template is paused');
    if (found.status !== 'APPROVED') return refusal(404, 132001, 'Template is not approved');
    const values = listOf(listOf(template.components)[0]?.parameters).map(({ text }) => textOf(text));
    const wanted = new Set(found.body.match(/\{\{\d+\}\}/g)).size;
    if (values.length !== wanted || values.includes(''))
      return refusal(400, 132000, 'Number of parameters does not match');
    if (values.some((value) => /[\n\t]| {4}/.test(value))) return refusal(400, 132018, 'Parameters must be one line');
    return {
      text: found.body.replace(/\{\{(\d+)\}\}/g, (_all, number: string) => values[Number(number) - 1] ?? ''),
      choices: [],
    };
  }
  if (!network.isOpen(to))
    return refusal(400, 131047, 'More than 24 hours have passed since the customer last replied');
  if (body.type === 'text') {
    const text = recordOf(body.text).body;
    if (typeof text !== 'string' || text === '' || text.length > 4096)
      return refusal(400, 131009, 'Parameter value is not valid');
    return { text, choices: [] };
  }
  if (body.type === 'interactive') {
    const interactive = recordOf(body.interactive);
    const choices = choicesOf(interactive);
    if (isWrongInteractive(interactive, choices)) return refusal(400, 131009, 'Parameter value is not valid');
    return { text: textOf(recordOf(interactive.body).text), choices };
  }
  return refusal(400, 131051, 'Unsupported message type');
}

function send(deps: Dependencies, { body }: VendorCall, fault: FaultRequest | null): VendorAnswer {
  if (body.status === 'read') {
    if (fault?.mode === 'decline') return refusal(400, fault.code ?? 131000, fault.reason ?? 'Something went wrong');
    const isTyping = textOf(recordOf(body.typing_indicator).type) === 'text';
    const isKnown = deps.network.readByBusiness(textOf(body.message_id), isTyping);
    return isKnown ? { status: 200, body: { success: true } } : refusal(400, 100, 'Invalid parameter');
  }
  if (fault?.mode === 'decline') return refusal(400, fault.code ?? 131026, fault.reason ?? 'Message undeliverable');
  const content = contentOf(deps, body);
  if ('status' in content) return content;
  const to = textOf(body.to);
  const id = deps.network.accept(to, content, textOf(body.biz_opaque_callback_data) || null, fault);
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    },
  };
}

/** A business's number, or one of its files. */
function find(deps: Dependencies, { params }: VendorCall): VendorAnswer {
  if (params.id === SANDBOX_WHATSAPP.phoneNumberId) {
    const { displayNumber } = SANDBOX_WHATSAPP;
    return {
      status: 200,
      body: { display_phone_number: displayNumber, verified_name: 'Sandbox', quality_rating: 'GREEN', id: params.id },
    };
  }
  const file = deps.network.media(params.id ?? '');
  if (!file) return refusal(404, 100, 'Unsupported get request');
  const url = `${deps.base()}/whatsapp/files/${params.id}`;
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      url,
      mime_type: file.mediaType,
      file_size: String(file.bytes.length),
      id: params.id,
    },
  };
}

function submit({ network }: Dependencies, { body }: VendorCall, fault: FaultRequest | null): VendorAnswer {
  const [name, language, category] = [textOf(body.name), textOf(body.language), textOf(body.category)];
  const text = textOf(listOf(body.components).find(({ type }) => type === 'BODY')?.text);
  if (fault?.mode === 'decline' || !/^[a-z0-9_]{1,512}$/.test(name) || text === '')
    return refusal(400, 100, fault?.reason ?? 'Invalid parameter');
  if (network.findTemplate(name, language))
    return refusal(400, 100, 'There is already content in this language for this template');
  const { id, status } = network.addTemplate({ name, language, category, status: 'PENDING', body: text });
  return { status: 200, body: { id, status, category } };
}

function list({ network }: Dependencies): VendorAnswer {
  const data = network
    .templates()
    .map(({ body, ...template }) => ({ ...template, components: [{ type: 'BODY', text: body }] }));
  return { status: 200, body: { data, paging: { cursors: { before: 'a', after: 'b' } } } };
}

/** WhatsApp's Cloud API, as far as the portal calls it. */
export function registerWhatsAppFake(scope: FastifyInstance, routes: RouteDependencies, deps: Dependencies): void {
  const { phoneNumberId, businessAccountId } = SANDBOX_WHATSAPP;
  const recipient = ({ body }: VendorCall) => textOf(body.to) || null;
  const inPath = ({ params }: VendorCall) => params.id ?? null;
  const route = (method: 'GET' | 'POST', url: string) => ({ method, url, refuse }) as const;
  vendorRoute(scope, routes, {
    ...route('POST', `/${phoneNumberId}/messages`),
    operation: 'send',
    referenceOf: recipient,
    act: (call, fault) => send(deps, call, fault),
  });
  vendorRoute(scope, routes, {
    ...route('GET', `/${businessAccountId}/message_templates`),
    operation: 'templates',
    referenceOf: () => null,
    act: () => list(deps),
  });
  vendorRoute(scope, routes, {
    ...route('POST', `/${businessAccountId}/message_templates`),
    operation: 'templates',
    referenceOf: ({ body }) => textOf(body.name) || null,
    act: (call, fault) => submit(deps, call, fault),
  });
  vendorRoute(scope, routes, {
    ...route('GET', '/:id'),
    operation: 'media',
    referenceOf: inPath,
    act: (call) => find(deps, call),
  });
  // Bytes, so no vendor route.
  scope.get<{ Params: { id: string } }>('/files/:id', { exposeHeadRoute: false }, (request, reply) => {
    const file = deps.network.media(request.params.id);
    const isAllowed = request.headers.authorization === `Bearer ${SANDBOX_WHATSAPP.token}`;
    if (!file || !isAllowed) return reply.code(404).send({});
    return reply.type(file.mediaType).send(file.bytes);
  });
}
