/** Africa's Talking ends a session without an answer after this. */
const TIMEOUT_MS = 10_000;

/** Calls a callback of the portal with a form, as Africa's Talking does. Rejects without an answer. */
export async function sendWebhookForm(
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { ok: response.ok, text: await response.text() };
}
