import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface ViewTabsProps<View extends string> {
  /** Names the choice for screen readers. */
  label: string;
  /** In their order; the first one is shown at first. */
  views: readonly { view: View; label: string }[];
  /** The list as a view shows it. */
  children: (view: View, label: string) => ReactNode;
}

/** Views of one list: tabs as wide as their words, and the list as the chosen one filters it. */
export function ViewTabs<View extends string>({ label: name, views, children }: ViewTabsProps<View>) {
  return (
    <Tabs.Root defaultValue={views[0]?.view}>
      <Tabs.List aria-label={name} activateOnFocus className="-ml-1 mb-2 flex flex-wrap gap-1">
        {views.map(({ view, label }) => (
          <Tabs.Tab
            key={view}
            value={view}
            className="min-h-tap rounded-full px-4 text-15 text-muted transition-colors hover:text-fg data-active:bg-raised data-active:font-medium data-active:text-fg"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ view, label }) => (
        <Tabs.Panel key={view} value={view} tabIndex={-1}>
          {children(view, label)}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
