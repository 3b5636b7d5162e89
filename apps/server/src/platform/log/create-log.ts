import { DrizzleQueryError } from 'drizzle-orm/errors';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentWork, describeWork } from '../trace/current-work.ts';

/** The stack frames only: the lines above them repeat the message. */
function framesOf(error: Error): string {
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  return start === -1 ? '' : stack.slice(start + message.length).trim();
}

/**
 * The error without personal data: no parameter of a statement, no value of a row, nothing of the
 * connection (threats P9).
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.constructor.name,
    message: error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Of the request or job that the line is about. */
function currentFields(): object {
  const work = currentWork.getStore();
  return work ? describeWork(work) : {};
}

/**
 * The portal's log, one JSON object per line, with the request or job it belongs to. An error is
 * logged under the name `err`.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError }, mixin: currentFields }, destination);
}
