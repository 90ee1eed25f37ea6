import { MenuLink, MenuPanel, type MenuPanelProps } from '../../shared/ui/menu-panel';
import { MORE_LINKS } from './more-links';

export function MoreMenuPanel(panel: MenuPanelProps) {
  return (
    <MenuPanel label="More" align="start" {...panel}>
      {MORE_LINKS.map(({ to, label }) => (
        <MenuLink key={to} to={to}>
          {label}
        </MenuLink>
      ))}
    </MenuPanel>
  );
}
