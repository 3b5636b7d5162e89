import { Check } from 'lucide-react';

export type TickListProps = { items: readonly string[] };

export function TickList({ items }: TickListProps) {
  return (
    <ul className="ticks">
      {items.map((item) => (
        <li key={item}>
          <Check />
          {item}
        </li>
      ))}
    </ul>
  );
}
