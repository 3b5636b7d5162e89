import { randomUUID } from 'node:crypto';
import { toKobo } from '@portal/kernel/money';
import type { Gateway } from '@portal/server/billing/index';
import { about, type Finding } from './finding.ts';

/**
 * Whether each gateway accepts our keys: it is asked for a payment that does not exist, which costs
 * nothing and changes nothing.
 */
export async function checkGateways(gateways: readonly Gateway[]): Promise<Finding[]> {
  if (gateways.length === 0) {
    return [
      about('Gateways').warning(
        'No gateway has keys: nobody can pay.',
        'Set the keys of one in docs/configuration.md.',
      ),
    ];
  }
  return Promise.all(
    gateways.map(async (gateway) => {
      const subject = about(gateway.name);
      const reference = `doctor-${randomUUID()}`;
      const answer = await gateway.confirm({ reference, amountKobo: toKobo(100), gatewayReference: null });
      if (answer.kind !== 'unknown') return subject.ok('The gateway accepts the keys.');
      if (answer.isOurs) {
        return subject.fault(
          `The gateway rejects the keys: ${answer.reason}.`,
          'Copy the live keys anew from its dashboard.',
        );
      }
      return subject.fault(
        `The gateway gives no usable answer: ${answer.reason}.`,
        'Check this machine’s way to the internet, DNS and the gateway’s status page.',
      );
    }),
  );
}
