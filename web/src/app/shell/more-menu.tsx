import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../shared/ui/button';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { useLazyMenu } from '../../shared/ui/use-lazy-menu';

const load = () => import('./more-menu-panel');
const MoreMenuPanel = lazyComponent(async () => (await load()).MoreMenuPanel);

export function MoreMenu() {
  const { wanted, buttonProps, panelProps } = useLazyMenu(load);
  return (
    <>
      <Button look="plain" className="gap-1 px-3.5 font-normal" {...buttonProps}>
        More
        <ChevronDown className={`size-4 transition-transform ${panelProps.open ? 'rotate-180' : ''}`} />
      </Button>
      <Suspense>{wanted && <MoreMenuPanel {...panelProps} />}</Suspense>
    </>
  );
}
