import { expect } from '@playwright/test';

export type Message = {
  readonly channel: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** The mail and texts that the portal sent to an address or number, newest first. */
export async function messagesTo(origin: string, recipient: string): Promise<Message[]> {
  const response = await fetch(`${origin}/sandbox/outbox?to=${encodeURIComponent(recipient)}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`the outbox answered ${response.status}`);
  return (await response.json()) as Message[];
}

/** Waits for a message whose text has `pattern` in it. Resolves with the newest match. */
async function waitForMessage(origin: string, recipient: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const texts = (await messagesTo(origin, recipient)).map(({ text }) => pattern.exec(text)?.[0]);
    found = texts.find((text) => text !== undefined);
    expect(found, `a message to ${recipient} with ${pattern}`).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return found ?? '';
}

/** The address in the newest mail that leads to a page of the portal, such as '/reset-password'. */
export function waitForLink(origin: string, email: string, path: string): Promise<string> {
  return waitForMessage(origin, email, new RegExp(`${origin}${path}\\?token=[\\w-]+`));
}

/** The newest six-digit code that was texted to a number in international form. */
export function waitForCode(origin: string, phone: string): Promise<string> {
  return waitForMessage(origin, phone, /\b\d{6}\b/);
}
