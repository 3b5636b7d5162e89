import type { ComponentType } from 'react';

/** Finds any customer, by name, address or number; the page has it. */
export type CustomerChoice = ComponentType<{
  title: string;
  onClose: () => void;
  onChoose: (id: string, name: string) => void;
}>;
