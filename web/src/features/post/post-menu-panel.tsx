import { Flag, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../shared/config/paths';
import { MenuItem, MenuLink, MenuPanel, type MenuPanelProps } from '../../shared/ui/menu-panel';

interface PostMenuPanelProps extends MenuPanelProps {
  postId: number;
  isOwn: boolean;
  onDelete: () => void;
  /** Items before Report. */
  children?: ReactNode;
}

export function PostMenuPanel({ postId, isOwn, onDelete, children, ...panel }: PostMenuPanelProps) {
  return (
    <MenuPanel label="Post" {...panel}>
      {isOwn ? (
        <>
          <MenuLink to={paths.edit(postId)}>
            <Pencil />
            Edit
          </MenuLink>
          <MenuItem danger onClick={onDelete}>
            <Trash2 />
            Delete
          </MenuItem>
        </>
      ) : (
        <>
          {children}
          {/* Report does nothing yet (spec, section 2). */}
          <MenuItem>
            <Flag />
            Report
          </MenuItem>
        </>
      )}
    </MenuPanel>
  );
}
