import { ChevronDown } from 'lucide-react';
import { Button } from '../../shared/ui/button';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPopup } from '../../shared/ui/lazy-popup';
import { useLazyMenu } from '../../shared/ui/use-lazy-menu';

const MoreMenuPanel = lazyComponent(() => import('./more-menu-panel'), 'MoreMenuPanel');

export function MoreMenu() {
  const { wanted, buttonProps, panelProps, close } = useLazyMenu(MoreMenuPanel.preload);
  return (
    <>
      <Button look="plain" className="gap-1 px-3.5 font-normal" {...buttonProps}>
        More
        <ChevronDown className={`size-4 transition-transform ${panelProps.open ? 'rotate-180' : ''}`} />
      </Button>
      <LazyPopup isOpen={panelProps.open} onClose={close}>
        {wanted && <MoreMenuPanel {...panelProps} />}
      </LazyPopup>
    </>
  );
}
