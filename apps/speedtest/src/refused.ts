/** A test, or a part of it, that the server does not serve; told to the client as it stands here. */
export class Refused extends Error {
  readonly status: 400 | 403 | 404 | 405 | 413 | 429 | 503;
  readonly retryAfterSeconds: number | null;

  constructor(status: Refused['status'], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
