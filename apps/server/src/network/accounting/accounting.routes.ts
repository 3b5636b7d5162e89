import { isUtf8 } from 'node:buffer';
import { postAccounting } from '@portal/contract/network/access';
import type { Clock } from '@portal/kernel/clock';
import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import type { FastifyInstance } from 'fastify';
import { parseJson } from '../../platform/http/bodies/json-body.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { RadiusTokenGuard } from '../access/radius-token-guard.ts';
import type { ServerCounts } from '../access-servers/count-server-minutes.ts';
import { type AccountingPacket, readAccountingPacket } from './accounting-packet.policy.ts';
import type { StorePacket } from './create-packet-store.ts';

export type AccountingDeps = {
  readonly clock: Clock;
  readonly guard: RadiusTokenGuard;
  readonly storePacket: StorePacket;
  readonly countPacket: ServerCounts['packet'];
  /** A scope that leaves bodies as bytes: not even a malformed one may be refused. */
  readonly rawScope: FastifyInstance;
};

const SAMPLE_LENGTH = 2000;

/** Converts any value to text that can be stored. */
function sampleOf(body: Buffer): string {
  const text = body.toString(isUtf8(body) ? 'utf8' : 'latin1');
  return text.slice(0, SAMPLE_LENGTH).toWellFormed().replaceAll('\0', '');
}

function readPacket(body: Buffer, receivedAt: Date): AccountingPacket {
  let attributes: unknown;
  try {
    attributes = parseJson(body.toString('utf8'));
  } catch {
    return { kind: 'rejected', reason: 'not-json', nas: '', username: '' };
  }
  return readAccountingPacket(readRadiusAttributes(attributes), receivedAt);
}

/** The accounting packets of the network. */
export function registerAccounting(routes: Routes, deps: AccountingDeps): void {
  routes.serve(
    postAccounting,
    async ({ request, reply }) => {
      deps.guard(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const receivedAt = deps.clock();
      const packet = readPacket(body, receivedAt);
      deps.countPacket(packet.nas, receivedAt, 'clockOffsetMs' in packet ? packet.clockOffsetMs : null);
      await deps.storePacket({ packet, receivedAt, sample: packet.kind === 'rejected' ? sampleOf(body) : '' });
      return reply.code(204).send();
    },
    { limit: null, scope: deps.rawScope },
  );
}
