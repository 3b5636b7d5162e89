/** A test, or a part of it, that the server refuses; the message is sent to the client. */
export class Refused extends Error {
  readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 503;
  readonly retryAfterSeconds: number | null;

  constructor(status: Refused['status'], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
