import { createRoot } from 'react-dom/client';
import { ProofDialog } from './proof-dialog.tsx';

let asked: Promise<boolean> | null = null;

function show(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    root.render(
      <ProofDialog
        onClose={(proven) => {
          root.unmount();
          place.remove();
          resolve(proven);
        }}
      />,
    );
  });
}

/**
 * Asks the person, above whatever they are doing, to prove who they are; false when they would rather
 * not. Calls that need it at the same time share one dialog. It is a tree of React of its own: loaded
 * only when it is needed, in the customers' pages and in the console.
 */
export function askForProof(): Promise<boolean> {
  asked ??= show().finally(() => {
    asked = null;
  });
  return asked;
}
