import {
  type Context,
  SpanKind as Kind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes, SpanKind, Trace, Tracer } from './trace.ts';

const KINDS: Readonly<Record<SpanKind, Kind>> = { server: Kind.SERVER, client: Kind.CLIENT, internal: Kind.INTERNAL };

/** For one batch, retries included; the shutdown waits no longer. */
const EXPORT_TIMEOUT_MS = 3000;

function headerOf(span: OtelSpan): Pick<Trace, 'traceId' | 'traceparent'> {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}

/** The context in which a span continues the trace of a caller outside this process. */
function contextOf(caller: Trace | null): Context {
  if (caller === null) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = '0'] = caller.traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  });
}

/**
 * Exports spans in batches to an OpenTelemetry collector, by OTLP over HTTP with JSON. `endpoint` is
 * its base address; `ratio` of the traces are recorded, chosen by trace id and not by what the
 * caller asks for. A collector that does not answer costs the spans, and nothing else.
 */
export function createOpenTelemetryTracer(options: {
  readonly endpoint: string;
  readonly ratio: number;
  readonly serviceName: string;
}): Tracer {
  const sampler = new TraceIdRatioBasedSampler(options.ratio);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('portal');
  const start = (name: string, kind: SpanKind, attributes: SpanAttributes, parent: Context): Span => {
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const own = trace.setSpan(parent, span);
    return {
      ...headerOf(span),
      startSpan: (childName, childKind, given) => start(childName, childKind, given, own),
      end: ({ failed, name: newName, attributes: more = {} }) => {
        if (newName !== undefined) span.updateName(newName);
        span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return {
    startSpan: (name, kind, caller) => start(name, kind, {}, contextOf(caller)),
    // The portal leaves without them when the collector does not answer.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
