import * as TabsPrimitive from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';

export type Tab = { id: string; label: string };

export type TabsProps = {
  /** The label of the tabs, for example 'Dashboard sections'. */
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (id: string) => void;
  /** The content of the current tab. */
  children: ReactNode;
};

/**
 * Tabs that arrow keys move through; on a narrow screen they scroll and keep the current one in
 * view.
 */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = list.current;
    const chosen = bar?.querySelector(`[data-tab="${CSS.escape(current)}"]`);
    if (!bar || !chosen) return;
    const tab = chosen.getBoundingClientRect();
    const frame = bar.getBoundingClientRect();
    // Not scrollIntoView: tabs far below must not scroll the page down to them.
    bar.scrollLeft += tab.left + tab.width / 2 - frame.left - frame.width / 2;
  }, [current]);
  return (
    <TabsPrimitive.Root value={current} onValueChange={onChange}>
      <TabsPrimitive.List ref={list} className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <TabsPrimitive.Trigger key={tab.id} value={tab.id} data-tab={tab.id} className="tab">
            {tab.label}
          </TabsPrimitive.Trigger>
        ))}
      </TabsPrimitive.List>
      {tabs.map((tab) => (
        <TabsPrimitive.Content key={tab.id} value={tab.id}>
          {tab.id === current && children}
        </TabsPrimitive.Content>
      ))}
    </TabsPrimitive.Root>
  );
}
