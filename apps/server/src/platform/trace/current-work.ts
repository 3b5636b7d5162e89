import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from './trace.ts';

/** Who has caused the work. `visitor`: nobody whose identity this work has needed. */
type ActorKind = 'visitor' | 'customer' | 'staff' | 'api-key' | 'radius' | 'webhook' | 'job';

export type NamedKey = { readonly id: string; readonly name: string };

/** A request that is being answered, or a run of a job. */
export type Work = {
  readonly requestId?: string;
  /** The pattern of the route; absent until the router has found it, and where none matched. */
  readonly route?: string | undefined;
  /** Absent while the caller is not known, and for visitors. */
  readonly actor?: ActorKind;
  readonly job?: string;
  /** The key of a call by one of the operator's programs. */
  readonly apiKey?: NamedKey;
  /** The gateway whose webhook it is. */
  readonly gateway?: string;
  readonly trace?: Trace | null;
};

declare module 'node:http' {
  interface IncomingMessage {
    requestId?: string;
    route?: string | undefined;
    actor?: ActorKind;
    apiKey?: NamedKey;
    gateway?: string;
    trace?: Trace | null;
  }
}

/** The work that the running code belongs to. A request itself is the stored object. */
export const currentWork = new AsyncLocalStorage<Work>();

/**
 * What every log line of some work says about it. Each field is there, undefined where it has no
 * value.
 */
export function describeWork({ requestId, route, actor = 'visitor', apiKey, job, trace }: Work) {
  return { requestId, route, actor, api_key: apiKey?.id, job, trace_id: trace?.traceId };
}
