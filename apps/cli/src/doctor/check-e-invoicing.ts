import type { EInvoicing } from '@portal/server/billing/index';
import { about, type Finding } from './finding.ts';

const authority = about('E-invoicing');

/** Whether the provider of the tax authority answers and takes the keys; no document is sent. */
export async function checkEInvoicing(eInvoicing: EInvoicing | null, isOn: boolean): Promise<Finding[]> {
  if (!isOn) return [authority.skipped('EINVOICING is off: nothing is registered with the tax authority.')];
  if (!eInvoicing) return [authority.skipped('No provider is configured: the sandbox’s tax authority answers.')];
  const { accessPoint } = eInvoicing;
  const fault = await accessPoint.test();
  return [
    fault === null
      ? authority.ok(`${accessPoint.name} answers and takes the keys.`)
      : authority.fault(`Nothing can be registered: ${fault}.`, 'See docs/e-invoicing.md, “Keys”.'),
  ];
}
