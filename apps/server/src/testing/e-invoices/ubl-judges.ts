import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invoiceSchema, ValidationService } from '@e-invoice-eu/core';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { readUbl, type UblElement } from './read-ubl.ts';

const FOLDER = join(import.meta.dirname, 'ubl-2.1');
const schemas = readdirSync(FOLDER).map((fileName) => {
  return { fileName, contents: readFileSync(join(FOLDER, fileName), 'utf8') };
});

/** More than its memory takes are judged one after the other. */
const AT_ONCE = 500;

/** What libxml2 says against documents by the schema of UBL 2.1, in its own words; nothing where they are valid. */
export async function findSchemaFaults(documents: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const root of ['Invoice', 'CreditNote']) {
    const all = documents.filter((document) => document.includes(`<${root} `));
    const schema = schemas.filter(({ fileName }) => fileName === `UBL-${root}-2.1.xsd`);
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const xml = all.slice(at, at + AT_ONCE);
      const { errors } = await validateXML({ xml, schema, preload: schemas, maxMemoryPages: memoryPages.GiB });
      faults.push(...errors.map(({ rawMessage }) => rawMessage));
    }
  }
  return faults;
}

type Form = { readonly [keyword: string]: unknown; properties?: Record<string, Form>; items?: Form };

/** The element in the JSON form of the library: attributes beside their element, lists where its schema has them. */
function jsonOf(element: UblElement, form: Form): unknown {
  if (element.children.length === 0) return element.text;
  const json: Record<string, unknown> = {};
  for (const child of element.children) {
    const name = child.name.replace('CreditNoteLine', 'InvoiceLine').replace('CreditedQuantity', 'InvoicedQuantity');
    const key = name.replace('CreditNoteTypeCode', 'InvoiceTypeCode');
    const itsForm = form.properties?.[key] ?? {};
    if (itsForm.type === 'array') json[key] = [...((json[key] as unknown[]) ?? []), jsonOf(child, itsForm.items ?? {})];
    else json[key] = jsonOf(child, itsForm);
    for (const [attribute, value] of Object.entries(child.attributes)) json[`${key}@${attribute}`] = value;
  }
  return json;
}

const ajv = new Ajv2019({ strict: true, allErrors: true });
const isForm = ajv.compile(invoiceSchema);
const { properties } = invoiceSchema as Form;
const service = new ValidationService({ log: () => {}, warn: () => {}, error: () => {} });

/** Throws, with what is wrong, where `@e-invoice-eu/core` does not take a document. */
export function requireForm(document: string): void {
  const json = { 'ubl:Invoice': jsonOf(readUbl(document), properties?.['ubl:Invoice'] ?? {}) };
  try {
    service.validate('invoice', isForm, json);
  } catch {
    throw new Error(ajv.errorsText(isForm.errors));
  }
}
