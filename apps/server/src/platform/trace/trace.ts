/** Where some work belongs in a distributed trace. */
export type Trace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The W3C header for the services that this work calls. */
  readonly traceparent: string;
  /** Begins a span below this one. Absent where spans are not exported. */
  readonly startSpan?: (name: string, kind: SpanKind, attributes: SpanAttributes) => Span;
};

/** `client`: the work waits for another service meanwhile. */
export type SpanKind = 'server' | 'client' | 'internal';

/** By the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export type Span = Trace & {
  /** Ends the span. `name` replaces the one it began with. */
  readonly end: (result: {
    readonly failed: boolean;
    readonly name?: string;
    readonly attributes?: SpanAttributes;
  }) => void;
};

/** Exports spans of requests and job runs. */
export type Tracer = {
  /** Begins a span; in the trace of `caller` where there is one. */
  readonly startSpan: (name: string, kind: SpanKind, caller: Trace | null) => Span;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
};

/** Version 00, and what later versions guarantee to keep of it. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The trace in which a caller wants its request; null for a missing or invalid header
 * (https://www.w3.org/TR/trace-context/). The caller's `tracestate` is dropped: it is free text, and
 * other companies would get it.
 */
export function readTraceparent(header: string | string[] | undefined): Trace | null {
  const traceId = typeof header === 'string' ? TRACEPARENT.exec(header)?.[1] : undefined;
  return traceId === undefined ? null : { traceId, traceparent: String(header) };
}
