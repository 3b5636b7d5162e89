import { endpoints } from '@portal/contract';
import { changedCustomer, type Endpoint } from '@portal/contract/platform/endpoint';
import { lineInBody, lineInQuery } from '@portal/contract/platform/line-of-call';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import { validationMessage } from '@portal/contract/platform/validation-message';
import { withoutPlaceholders } from '@portal/kernel/messaging/mail';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendHookHandler,
} from 'fastify';
import * as z from 'zod/mini';
import { bearerKey } from '../authorisation/bearer-key.ts';
import type { ViewGuard } from '../authorisation/guard-account-views.ts';
import { maskContacts, seesMasked } from '../authorisation/mask-contacts.ts';
import {
  type FindFirstLine,
  type KeyViewer,
  type Line,
  lineOf,
  requireAccountRole,
  requireFreshProof,
  requireStaff,
  type SessionScope,
  type StaffRequirement,
  type Viewer,
  type ViewerAccount,
} from '../authorisation/session-cookie.ts';
import { mayDo, type RecordRefusal, requirePermission } from '../authorisation/staff-permission.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Limiters, LimitName } from '../limits/rate-limit.ts';
import type { IsStaffIp } from '../limits/staff-ip-allowlist.ts';

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
type WithAccount = Viewer & { readonly account: ViewerAccount };
type ViewerOf<E extends Endpoint> = E['access'] extends 'session' | 'admin' | 'staff-sign-in'
  ? E extends { readonly accountRole: string }
    ? WithAccount
    : Viewer
  : Viewer | null;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler runs where the contract entry requires a session, else null. */
    viewer: Viewer | null;
  }
}

/** The input of a handler: validated, parsed and authenticated. */
export type Call<E extends Endpoint> = {
  readonly body: Parsed<E['body']>;
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly viewer: ViewerOf<E>;
  /** Of an entry with `ofLine`: a line of the caller's own account. */
  readonly line: E extends { readonly ofLine: true } ? Line : null;
  /**
   * Of staff: a permission besides the entry's, which depends on what is asked for. Throws ApiError
   * staff.permission, once the refusal is recorded.
   */
  readonly alsoNeeds: E['access'] extends 'admin' ? (permission: Permission) => Promise<void> : null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type AnswerOf<E extends Endpoint> = (E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : never) | FastifyReply;

/**
 * Returns the contract's answer, or `call.reply` when it has sent the answer itself. Throws
 * ApiError for expected errors.
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => AnswerOf<E> | Promise<AnswerOf<E>>;

type ServeOptions = {
  readonly limit?: LimitName | null;
  readonly scope?: FastifyInstance;
  readonly lastKnownViewer?: boolean;
  readonly onRefusal?: (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
};

export type Routes = {
  /**
   * Serves one endpoint. `limit` names the bucket of its address: by default `read` for GET and
   * `write` for the rest, those of the account where a session is required; null for none, not even
   * the concurrency limit. `scope` is the Fastify scope that parses its body. With
   * `lastKnownViewer` the session may be a minute old while the database is out of reach. What is
   * opened as a page answers some refusals by `onRefusal`; null for those that it leaves as they are.
   */
  readonly serve: <E extends Endpoint>(entry: E, handler: Handler<E>, options?: ServeOptions) => void;
  /**
   * Call it when all contexts are registered: throws when an entry has no route or a route no entry.
   */
  readonly complete: () => void;
};

/** Field names and messages of a failed validation, one message per field. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body';
    errors[field] ??= issue.message;
  }
  return errors;
}

function parseWith<S>(schema: z.ZodMiniType | undefined, input: unknown): Parsed<S> {
  if (schema === undefined) return undefined as Parsed<S>;
  const result = z.safeParse(schema, input, { error: validationMessage });
  if (result.success) return result.data as Parsed<S>;
  const errors = fieldErrors(result.error.issues);
  const [message] = Object.values(errors);
  throw new ApiError('request.invalid', message === undefined ? { errors } : { errors, message });
}

/** Path parameters are part of the address: a wrong one is not found. */
function parseParams<S>(schema: z.ZodMiniType | undefined, input: unknown): Parsed<S> {
  if (schema === undefined) return undefined as Parsed<S>;
  const result = z.safeParse(schema, input);
  if (!result.success) throw new ApiError('request.not-found');
  return result.data as Parsed<S>;
}

async function lineOfCall(
  { findFirstLine }: Pick<RouteDeps, 'findFirstLine'>,
  { body }: Endpoint,
  request: FastifyRequest,
): Promise<Line | null> {
  const account = request.viewer?.account;
  if (!account) return null;
  const { line } = parseWith<typeof lineInQuery>(lineInQuery, request.query);
  const named = line ?? (body && parseWith<typeof lineInBody>(lineInBody, request.body).lineId);
  return lineOf(account, findFirstLine, named);
}

/**
 * The serialiser of an answer: only the fields of its schema are sent. Made at the first answer, since
 * making all of them would be most of the time of a start.
 */
function serializerOf(schema: z.ZodMiniType): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined;
  return (answer) => {
    serialize ??= fastJsonStringify(
      z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }) as Schema,
    );
    return serialize(answer);
  };
}

const NEEDS_VIEWER: ReadonlySet<Endpoint['access']> = new Set(['session', 'admin', 'staff-sign-in']);
/** What browsers call. */
const OF_PAGES: ReadonlySet<Endpoint['access']> = new Set([...NEEDS_VIEWER, 'anyone']);

function requireViewer(
  { access, accountRole }: Endpoint,
  viewer: Viewer | null,
  from: Omit<StaffRequirement, 'asks'>,
): asserts viewer is Viewer {
  if (!viewer) throw new ApiError('session.missing');
  if (accountRole !== undefined) requireAccountRole(viewer, accountRole);
  if (access === 'admin') requireStaff(viewer, { ...from, asks: 'both' });
  if (access === 'staff-sign-in') requireStaff(viewer, { ...from, asks: 'password' });
}

/**
 * Who calls with an API key; null for one that does not work. `request` is noted as its last use.
 */
export type FindKeyViewer = (key: string, request: Pick<FastifyRequest, 'ip' | 'raw'>) => Promise<KeyViewer | null>;

/** Whether an account has become a part of another one. */
export type IsMerged = (accountId: number) => Promise<boolean>;

type RouteDeps = {
  readonly app: FastifyInstance;
  readonly limiters: Limiters;
  readonly findViewer: (request: FastifyRequest, scope: SessionScope) => Promise<Viewer | null>;
  readonly findLastViewer: (request: FastifyRequest, scope: SessionScope) => Promise<Viewer | null>;
  /** Before the answer to a write of staff leaves, so that what they read next has their change. */
  readonly staffWrote: () => void;
  readonly findKeyViewer: FindKeyViewer;
  readonly viewGuard: ViewGuard;
  readonly findFirstLine: FindFirstLine;
  readonly isMerged: IsMerged;
  readonly isStaffIp: IsStaffIp;
  readonly recordRefusal: RecordRefusal;
};

const refusalOf = ({ method, path }: Endpoint, { recordRefusal: record }: RouteDeps) => ({
  call: `${method} ${path}`,
  record,
});

/**
 * Identifies the caller by an API key, whatever cookies come with it. A call takes keys when it names a
 * permission. Throws ApiError.
 */
async function identifyKey(
  deps: RouteDeps,
  { method, path, permission }: Endpoint,
  key: string,
  request: FastifyRequest,
) {
  if (permission === undefined || permission === 'any') throw new ApiError('api-key.not-accepted');
  const viewer = await deps.findKeyViewer(key, request);
  if (viewer === null) {
    deps.limiters.signedIn[method === 'GET' ? 'read' : 'write'].count(request, null);
    throw new ApiError('api-key.invalid');
  }
  deps.limiters.countKey(viewer.key.id);
  requireStaff(viewer, { asks: 'both', address: request.ip, isStaffIp: deps.isStaffIp });
  if (mayDo(viewer, permission)) return viewer;
  await deps.recordRefusal(viewer.user.id, `${method} ${path}`);
  throw new ApiError('api-key.no-scope', { message: `This call needs the scope ${permission}, which the key lacks.` });
}

/** Calls without a session that change something are not for keys either. */
const refuseKeys: onRequestHookHandler = (request, _reply, done) => {
  done(bearerKey(request.headers) === null ? undefined : new ApiError('api-key.not-accepted'));
};

/** Requests that are in no view pass without waiting. */
function enterView({ viewGuard }: RouteDeps, entry: Endpoint): onRequestHookHandler {
  return (request, reply, done) => {
    if (!viewGuard.mayBeInView(request)) return done();
    viewGuard.enter(request, reply, entry).then(() => done(), done);
  };
}

function noteStaffWrite({ staffWrote }: RouteDeps): onSendHookHandler {
  return ({ viewer }, _reply, _payload, done) => {
    if (viewer?.user.role === 'admin') staffWrote();
    done();
  };
}

/**
 * The checks before a request's body is read: the limit of its address, the concurrency limit, its
 * session with the limit of its account. The slot is released while a JSON body arrives; a file
 * holds it, since it takes memory and only who is signed in may send one.
 */
function createGuards(deps: RouteDeps, entry: Endpoint, { limit, lastKnownViewer }: ServeOptions) {
  const kind = entry.method === 'GET' ? 'read' : 'write';
  const needsViewer = NEEDS_VIEWER.has(entry.access);
  const signedIn = needsViewer && limit === undefined ? deps.limiters.signedIn[kind] : null;
  const find = lastKnownViewer ? deps.findLastViewer : deps.findViewer;
  const identify: onRequestAsyncHookHandler = async (request) => {
    const key = bearerKey(request.headers);
    if (key !== null) {
      request.viewer = await identifyKey(deps, entry, key, request);
      return;
    }
    request.viewer = await find(request, entry.ofLine ? 'lines' : 'account');
    signedIn?.count(request, request.viewer);
    requireViewer(entry, request.viewer, { address: request.ip, isStaffIp: deps.isStaffIp });
    if (entry.permission !== undefined) {
      await requirePermission(request.viewer, entry.permission, refusalOf(entry, deps));
    }
    if (entry.freshProof) requireFreshProof(request.viewer);
  };
  const limits = limit === null ? [] : [signedIn?.guard ?? deps.limiters[limit ?? kind]];
  // Public answers come from memory and need no query.
  const waits = limit !== null && (kind === 'write' || entry.access !== 'anyone');
  const refusesKeys = entry.access === 'anyone' && kind === 'write';
  const { acquire, release, reacquire } = deps.limiters.concurrency;
  return {
    onRequest: [
      ...limits,
      ...(waits ? [acquire] : []),
      ...(OF_PAGES.has(entry.access) ? [enterView(deps, entry)] : []),
      ...(needsViewer ? [identify] : []),
      ...(refusesKeys ? [refuseKeys] : []),
    ],
    ...(waits && kind === 'write' && !entry.file ? { preParsing: release, preValidation: reacquire } : {}),
    ...(needsViewer && kind === 'write' ? { onSend: noteStaffWrite(deps) } : {}),
  };
}

/** Throws ApiError customer.merged: what an account has become a part of is changed instead. */
async function requireUnmerged({ isMerged }: RouteDeps, entry: Endpoint, params: unknown): Promise<void> {
  const name = changedCustomer(entry);
  if (name === null) return;
  if (await isMerged((params as Readonly<Record<string, number>>)[name] ?? 0)) throw new ApiError('customer.merged');
}

/** Throws what it does not answer to the error handler of all routes. */
function answerRefusals(answer: NonNullable<ServeOptions['onRefusal']>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (!(error instanceof ApiError) || answer(error, request, reply) === null) throw error;
  };
}

/**
 * Creates routes from contract entries: limit, session, body, validation and answer allow-list,
 * each in one place. No answer has an address that was made up. `findViewer` is called only where the entry needs the caller (`session`,
 * `admin`, `staff-sign-in`).
 */
export function createRoutes(deps: RouteDeps): Routes {
  const served = new Set<Endpoint>();
  const alsoNeedsOf = (entry: Endpoint, { viewer }: FastifyRequest) =>
    entry.access === 'admin' && viewer
      ? (permission: Permission) => requirePermission(viewer, permission, refusalOf(entry, deps))
      : null;
  deps.app.decorateRequest('viewer', null);
  return {
    serve: (entry, handler, options = {}) => {
      if (served.has(entry)) throw new Error(`served twice: ${entry.method} ${entry.path}`);
      served.add(entry);
      const { answer: schema } = entry;
      (options.scope ?? deps.app).route({
        method: entry.method,
        url: entry.path,
        exposeHeadRoute: false,
        ...(schema ? { schema: { response: { '2xx': schema } }, serializerCompiler: () => serializerOf(schema) } : {}),
        ...createGuards(deps, entry, options),
        ...(options.onRefusal ? { errorHandler: answerRefusals(options.onRefusal) } : {}),
        handler: async (request, reply) => {
          if (entry.access !== 'anyone' || entry.method !== 'GET') reply.header('cache-control', 'no-store');
          const body = parseWith<(typeof entry)['body']>(entry.body, request.body);
          const params = parseParams<(typeof entry)['params']>(entry.params, request.params);
          const query = parseWith<(typeof entry)['query']>(entry.query, request.query);
          await requireUnmerged(deps, entry, params);
          const answer = await handler({
            body,
            params,
            query,
            viewer: request.viewer as ViewerOf<typeof entry>,
            line: (entry.ofLine ? await lineOfCall(deps, entry, request) : null) as Call<typeof entry>['line'],
            alsoNeeds: alsoNeedsOf(entry, request) as Call<typeof entry>['alsoNeeds'],
            request,
            reply,
          });
          const shown = withoutPlaceholders(answer);
          return seesMasked(entry, request.viewer) ? maskContacts(shown) : shown;
        },
      });
    },
    complete: () => {
      const promised = endpoints;
      const nameOf = (entry: Endpoint) => `${entry.method} ${entry.path}`;
      const missing = promised.filter((entry) => !served.has(entry)).map(nameOf);
      if (missing.length > 0) throw new Error(`the contract has entries without a route: ${missing.join(', ')}`);
      const unlisted = [...served].filter((entry) => !promised.includes(entry)).map(nameOf);
      if (unlisted.length > 0) throw new Error(`routes that the contract does not list: ${unlisted.join(', ')}`);
    },
  };
}
