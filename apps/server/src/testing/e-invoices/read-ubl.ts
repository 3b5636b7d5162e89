import { Parser } from 'htmlparser2';

/** An element of a UBL document, with its name as it is written, such as "cbc:ID". */
export type UblElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly UblElement[];
  readonly text: string;
};

type Open = { name: string; attributes: Record<string, string>; children: UblElement[]; text: string };

/** The document element of XML that is known to be well formed. */
export function readUbl(xml: string): UblElement {
  const file: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: Open[] = [file];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element: Open = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const [root] = file.children;
  if (!root) throw new Error('the XML has no element');
  return root;
}

/** The elements at a path of names below one: "cac:Party/cac:Contact". */
export function elementsAt(element: UblElement, path: string): UblElement[] {
  let found = [element];
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** The text of the first element at a path; null where there is none or it is empty. */
export function textAt(element: UblElement, path: string): string | null {
  return elementsAt(element, path)[0]?.text || null;
}
