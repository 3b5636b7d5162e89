import type { SmsSettings } from '../config/config.ts';
import { createHttpClient, type OutsideCall } from './http-client.ts';
import { createAfricasTalkingSender } from './sms-africas-talking.ts';
import { createSmsSender, type SendSms } from './sms-sender.ts';
import { createTermiiSender } from './sms-termii.ts';

/** Every network accepts letters and digits; longer names are refused. */
function senderIdOf(brandName: string): string {
  return brandName
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .slice(0, 11)
    .trim();
}

/**
 * The configured providers as one: Termii first, Africa's Talking for what Termii does not accept,
 * together within `timeoutMs`. Null when neither is configured.
 */
export function createSmsSenderFrom(
  settings: SmsSettings,
  options: { readonly timeoutMs: number; readonly brandName: string; readonly log?: (call: OutsideCall) => void },
): SendSms | null {
  const { termii, africasTalking } = settings;
  const share = termii && africasTalking ? 2 : 1;
  const http = createHttpClient({ ...options, timeoutMs: Math.floor(options.timeoutMs / share) });
  const senderId = termii?.senderId ?? senderIdOf(options.brandName);
  const [first, ...others] = [
    ...(termii ? [createTermiiSender({ ...termii, senderId }, http)] : []),
    ...(africasTalking ? [createAfricasTalkingSender(africasTalking, http)] : []),
  ];
  return first ? createSmsSender([first, ...others]) : null;
}
